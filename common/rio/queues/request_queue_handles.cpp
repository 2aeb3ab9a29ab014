#include "registry.hpp"
#include "request_queue.hpp"

namespace rio {
namespace {

Registry<RequestQueue>& registry() {
  static auto* const instance = new Registry<RequestQueue>;  // used until the process ends
  return *instance;
}

}  // namespace

RIO_RQ open_request_queue_handle(const std::shared_ptr<RequestQueue>& queue) {
  const std::uintptr_t handle = registry().insert(queue);
  queue->set_handle(handle);
  return reinterpret_cast<RIO_RQ>(handle);
}

RequestQueue* find_request_queue(RIO_RQ handle) {
  return registry().find(reinterpret_cast<std::uintptr_t>(handle));
}

void close_request_queue_handle(std::uintptr_t handle) {
  (void)registry().remove(handle);
}

std::vector<std::shared_ptr<RequestQueue>> all_request_queues() {
  return registry().all();
}

}  // namespace rio
