// CreateFile, ReadFile, WriteFile and what belongs to them.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include "apc_queue.hpp"
#include "file.hpp"
#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "named_objects.hpp"
#include "socket.hpp"
#include "status.hpp"
#include "system_calls.hpp"
#include "win32/files.h"

using namespace win32;

extern "C" {
int WSARecv(SOCKET s, LPWSABUF buffers, DWORD count, LPDWORD bytes, LPDWORD flags,
            LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);
int WSASend(SOCKET s, LPWSABUF buffers, DWORD count, LPDWORD bytes, DWORD flags,
            LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);
}

namespace {

DWORD file_error(int error) {
  switch (error) {
    case ENOENT:
      return ERROR_FILE_NOT_FOUND;
    case ENOTDIR:
      return ERROR_PATH_NOT_FOUND;
    case EEXIST:
      return ERROR_FILE_EXISTS;
    case EMFILE:
    case ENFILE:
      return ERROR_TOO_MANY_OPEN_FILES;
    case EACCES:
    case EPERM:
    case EISDIR:
    case EROFS:
      return ERROR_ACCESS_DENIED;
    default:
      return ERROR_INVALID_PARAMETER;
  }
}

std::string linux_path(std::string path) {
  for (char& letter : path) {
    if (letter == '\\') letter = '/';
  }
  return path;
}

// -1: a disposition that does not exist.
int open_flags(DWORD access, DWORD disposition) {
  constexpr std::array<int, 6> kDispositions{-1, O_CREAT | O_EXCL, O_CREAT | O_TRUNC,
                                             0,  O_CREAT,          O_TRUNC};
  if (disposition == 0 || disposition >= kDispositions.size()) return -1;
  const bool writes = (access & (GENERIC_WRITE | GENERIC_ALL)) != 0;
  const bool reads = (access & (GENERIC_READ | GENERIC_ALL)) != 0;
  const int mode = writes ? (reads ? O_RDWR : O_WRONLY) : O_RDONLY;
  return kDispositions[disposition] | mode | O_CLOEXEC;
}

HANDLE open_file(const std::string& path, DWORD access, DWORD disposition, DWORD flags) {
  const WindowsEntry entry;
  const int how = open_flags(access, disposition);
  if (how < 0) return failed(INVALID_HANDLE_VALUE, ERROR_INVALID_PARAMETER);
  const bool existed = ::access(path.c_str(), F_OK) == 0;
  const int fd = sys::counted([&] { return ::open(path.c_str(), how, 0666); });
  if (fd < 0) return failed(INVALID_HANDLE_VALUE, static_cast<long>(file_error(-fd)));
  if ((flags & FILE_FLAG_DELETE_ON_CLOSE) != 0) (void)::unlink(path.c_str());
  const bool overlapped = (flags & FILE_FLAG_OVERLAPPED) != 0;
  const auto handle = HandleTable::instance().insert(std::make_shared<File>(fd, overlapped, true));
  if (handle == 0) return failed(INVALID_HANDLE_VALUE, ERROR_NO_SYSTEM_RESOURCES);
  const bool tells = disposition == CREATE_ALWAYS || disposition == OPEN_ALWAYS;
  return failed(reinterpret_cast<HANDLE>(handle),
                tells && existed ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS);
}

// One transfer on a file, either way.
template <typename Transfer>
BOOL transfer(File& file, LPDWORD done, LPOVERLAPPED overlapped, const Transfer& move) {
  if (overlapped == nullptr && (file.overlapped() || done == nullptr)) {
    return failed(FALSE, ERROR_INVALID_PARAMETER);
  }
  const File::Outcome outcome = move(overlapped);
  const bool good = outcome.status == STATUS_SUCCESS;
  if (done != nullptr) *done = outcome.bytes;
  if (overlapped != nullptr) file.report(*overlapped, outcome, good);
  return good ? TRUE : failed(FALSE, static_cast<long>(win32_error_of(outcome.status)));
}

// The routine runs in the next alertable wait; a failure at once runs none.
template <typename Transfer>
BOOL transfer_with_routine(HANDLE handle, LPOVERLAPPED overlapped,
                           LPOVERLAPPED_COMPLETION_ROUTINE routine, const Transfer& move) {
  const Use<File> file(handle);
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  if (overlapped == nullptr || !file->overlapped()) return failed(FALSE, ERROR_INVALID_PARAMETER);
  const File::Outcome outcome = move(*file);
  if (outcome.status != STATUS_SUCCESS) {
    return failed(FALSE, static_cast<long>(win32_error_of(outcome.status)));
  }
  overlapped->Internal = 0;
  overlapped->InternalHigh = outcome.bytes;
  ApcQueue::current()->push([=] { routine(ERROR_SUCCESS, outcome.bytes, overlapped); });
  return TRUE;
}

WSABUF buffer_of(const void* data, DWORD bytes) {
  return {bytes, const_cast<char*>(static_cast<const char*>(data))};
}

BOOL size_of(HANDLE handle, LONGLONG& bytes) {
  const Use<File> file(handle);
  struct stat status {};
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  count_kernel_entry();
  if (::fstat(file->fd(), &status) != 0) return failed(FALSE, ERROR_INVALID_HANDLE);
  bytes = status.st_size;
  return TRUE;
}

BOOL remove_file(const std::string& path) {
  const int result = sys::counted([&] { return ::unlink(path.c_str()); });
  return result == 0 ? TRUE : failed(FALSE, static_cast<long>(file_error(-result)));
}

}  // namespace

HANDLE CreateFileA(LPCSTR path, DWORD access, DWORD, LPSECURITY_ATTRIBUTES, DWORD disposition,
                   DWORD flags, HANDLE) {
  return open_file(linux_path(name_of(path)), access, disposition, flags);
}

HANDLE CreateFileW(LPCWSTR path, DWORD access, DWORD, LPSECURITY_ATTRIBUTES, DWORD disposition,
                   DWORD flags, HANDLE) {
  return open_file(linux_path(narrow(path)), access, disposition, flags);
}

HANDLE GetStdHandle(DWORD which) {
  const DWORD number = STD_INPUT_HANDLE - which;  // -10, -11, -12
  static std::array<std::uintptr_t, 3> handles = [] {
    std::array<std::uintptr_t, 3> made{};
    for (int fd = 0; fd < 3; ++fd)
      made[static_cast<std::size_t>(fd)] =
          HandleTable::instance().insert(std::make_shared<File>(fd, false, false));
    return made;
  }();
  if (number >= handles.size()) return failed(INVALID_HANDLE_VALUE, ERROR_INVALID_HANDLE);
  return reinterpret_cast<HANDLE>(handles[number]);
}

BOOL ReadFile(HANDLE handle, LPVOID buffer, DWORD bytes, LPDWORD read, LPOVERLAPPED overlapped) {
  if (Use<Socket>(handle)) {
    WSABUF target = buffer_of(buffer, bytes);
    DWORD flags = 0;
    return WSARecv(reinterpret_cast<SOCKET>(handle), &target, 1, read, &flags, overlapped,
                   nullptr) == 0;
  }
  const WindowsEntry entry;
  const Use<File> file(handle);
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  return transfer(*file, read, overlapped,
                  [&](const OVERLAPPED* at) { return file->read(buffer, bytes, at); });
}

BOOL WriteFile(HANDLE handle, LPCVOID buffer, DWORD bytes, LPDWORD written,
               LPOVERLAPPED overlapped) {
  if (Use<Socket>(handle)) {
    WSABUF source = buffer_of(buffer, bytes);
    return WSASend(reinterpret_cast<SOCKET>(handle), &source, 1, written, 0, overlapped, nullptr) ==
           0;
  }
  const WindowsEntry entry;
  const Use<File> file(handle);
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  return transfer(*file, written, overlapped,
                  [&](const OVERLAPPED* at) { return file->write(buffer, bytes, at); });
}

BOOL ReadFileEx(HANDLE handle, LPVOID buffer, DWORD bytes, LPOVERLAPPED overlapped,
                LPOVERLAPPED_COMPLETION_ROUTINE routine) {
  const WindowsEntry entry;
  return transfer_with_routine(handle, overlapped, routine,
                               [&](File& file) { return file.read(buffer, bytes, overlapped); });
}

BOOL WriteFileEx(HANDLE handle, LPCVOID buffer, DWORD bytes, LPOVERLAPPED overlapped,
                 LPOVERLAPPED_COMPLETION_ROUTINE routine) {
  const WindowsEntry entry;
  return transfer_with_routine(handle, overlapped, routine,
                               [&](File& file) { return file.write(buffer, bytes, overlapped); });
}

BOOL FlushFileBuffers(HANDLE handle) {
  const WindowsEntry entry;
  const Use<File> file(handle);
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  count_kernel_entry();
  return ::fsync(file->fd()) == 0 ? TRUE : failed(FALSE, ERROR_INVALID_HANDLE);
}

BOOL GetFileSizeEx(HANDLE handle, PLARGE_INTEGER bytes) {
  return size_of(handle, bytes->QuadPart);
}

DWORD GetFileSize(HANDLE handle, LPDWORD high) {
  LARGE_INTEGER bytes;
  if (size_of(handle, bytes.QuadPart) == FALSE) return INVALID_FILE_SIZE;
  if (high != nullptr) *high = static_cast<DWORD>(bytes.HighPart);
  t_last_error = ERROR_SUCCESS;
  return bytes.LowPart;
}

BOOL SetFilePointerEx(HANDLE handle, LARGE_INTEGER distance, PLARGE_INTEGER position,
                      DWORD method) {
  const Use<File> file(handle);
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  if (method > FILE_END) return failed(FALSE, ERROR_INVALID_PARAMETER);
  count_kernel_entry();
  const off_t now = ::lseek(file->fd(), distance.QuadPart, static_cast<int>(method));
  if (now < 0) return failed(FALSE, ERROR_INVALID_PARAMETER);
  if (position != nullptr) position->QuadPart = now;
  return TRUE;
}

DWORD SetFilePointer(HANDLE handle, LONG distance, PLONG distance_high, DWORD method) {
  LARGE_INTEGER to;
  to.QuadPart = distance;
  if (distance_high != nullptr) {
    to.LowPart = static_cast<DWORD>(distance);
    to.HighPart = *distance_high;
  }
  if (SetFilePointerEx(handle, to, &to, method) == FALSE) return INVALID_SET_FILE_POINTER;
  if (distance_high != nullptr) *distance_high = to.HighPart;
  t_last_error = ERROR_SUCCESS;
  return to.LowPart;
}

BOOL SetEndOfFile(HANDLE handle) {
  const Use<File> file(handle);
  if (!file) return failed(FALSE, ERROR_INVALID_HANDLE);
  const off_t here = ::lseek(file->fd(), 0, SEEK_CUR);
  return ::ftruncate(file->fd(), here) == 0 ? TRUE : failed(FALSE, ERROR_ACCESS_DENIED);
}

BOOL DeleteFileA(LPCSTR path) {
  return remove_file(linux_path(name_of(path)));
}

BOOL DeleteFileW(LPCWSTR path) {
  return remove_file(linux_path(narrow(path)));
}

DWORD GetTempPathA(DWORD characters, LPSTR path) {
  const char* const set = std::getenv("TMPDIR");
  std::string folder = set != nullptr && *set != 0 ? set : "/tmp";
  if (folder.back() != '/') folder += '/';
  const auto length = static_cast<DWORD>(folder.size());
  if (characters <= length) return length + 1;
  std::memcpy(path, folder.c_str(), length + 1);
  return length;
}

UINT GetTempFileNameA(LPCSTR path, LPCSTR prefix, UINT unique, LPSTR file) {
  if (unique != 0) return failed(UINT{0}, ERROR_NOT_SUPPORTED);
  std::string name = linux_path(name_of(path));
  if (!name.empty() && name.back() != '/') name += '/';
  name += name_of(prefix).substr(0, 3) + "XXXXXX";
  const int fd = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd < 0) return failed(UINT{0}, static_cast<long>(file_error(errno)));
  ::close(fd);
  std::memcpy(file, name.c_str(), name.size() + 1);
  return 1;
}
