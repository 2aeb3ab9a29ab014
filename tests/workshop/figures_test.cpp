#include "workshop/figures.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace workshop {
namespace {

using nlohmann::json;

TEST(Figures, ComeFromTheServersAndTheGeneratorsReports) {
  const auto figures = figures_of({{"datagrams", 90},
                                   {"duplicated", 10},
                                   {"rate_per_s", 1e6},
                                   {"cpu_user_ns_per_datagram", 100},
                                   {"cpu_kernel_ns_per_datagram", 200},
                                   {"kernel_entries", 45},
                                   {"kernel_entries_as_windows", 180},
                                   {"batch", {{"mean", 2.5}}},
                                   {"context_switches_voluntary", 8},
                                   {"context_switches_involuntary", 1}},
                                  {{"sent", 100}});
  EXPECT_DOUBLE_EQ(*figures.get(Metric::received_percent), 80);
  EXPECT_DOUBLE_EQ(*figures.get(Metric::rate_per_s), 1e6);
  EXPECT_DOUBLE_EQ(*figures.get(Metric::cpu_ns), 300);
  EXPECT_DOUBLE_EQ(*figures.get(Metric::kernel_entries), 0.5);
  EXPECT_DOUBLE_EQ(*figures.get(Metric::kernel_entries_as_windows), 2);
  EXPECT_DOUBLE_EQ(*figures.get(Metric::mean_batch), 2.5);
  EXPECT_DOUBLE_EQ(*figures.get(Metric::switches_per_1000), 100);
}

TEST(Figures, AServerThatReceivedNothingHasOnlyItsShare) {
  const auto figures = figures_of({{"datagrams", 0}, {"rate_per_s", 0}}, {{"sent", 100}});
  EXPECT_EQ(figures.get(Metric::received_percent), 0);
  for (const auto metric : all_metrics()) {
    if (metric != Metric::received_percent) {
      EXPECT_FALSE(figures.get(metric)) << key_of(metric);
    }
  }
}

TEST(Figures, NothingSentGivesNoShare) {
  EXPECT_FALSE(figures_of({{"datagrams", 5}}, {{"sent", 0}}).get(Metric::received_percent));
}

TEST(Figures, UnknownAndUnfitValuesStayUnknown) {
  const auto figures = figures_of({{"datagrams", 5},
                                   {"rate_per_s", nullptr},
                                   {"kernel_entries", "many"},
                                   {"cpu_user_ns_per_datagram", -1},
                                   {"batch", 3}},
                                  json());
  for (const auto metric : all_metrics()) {
    EXPECT_FALSE(figures.get(metric)) << key_of(metric);
  }
}

}  // namespace
}  // namespace workshop
