// A number that makes no sense is refused before anything is bound: exit code 2, the value named.

#include "chapter_test.hpp"

namespace workshop::test {
namespace {

class Options : public ::testing::TestWithParam<Chapter> {};

struct BadValue {
  const char* option;
  const char* value;
};

constexpr BadValue kBadValues[] = {
    {"--port", "0"},          {"--port", "65536"}, {"--port", "4294967296"}, {"--port", "-1"},
    {"--port", "abc"},        {"--port", "80x"},   {"--bytes", "0"},         {"--bytes", "8"},
    {"--bytes", "65508"},     {"--work", "-1"},    {"--work", "100000001"},  {"--outstanding", "0"},
    {"--outstanding", "1e9"}, {"--threads", "0"},  {"--threads", "65"},      {"--max-batch", "0"},
    {"--max-batch", "65537"}, {"--idle", "nan"},   {"--for", "0"},           {"--for", "1e18"},
    {"--address", "nowhere"},
};

TEST_P(Options, WithBadValuesAreRefusedByName) {
  for (const auto& [option, value] : kBadValues) {
    const Finished run = run_program(GetParam().name, {option, value});
    ASSERT_TRUE(run.status.has_value()) << option << ' ' << value << " hangs";
    EXPECT_EQ(run.status->code, 2) << option << ' ' << value << ": " << run.errors;
    EXPECT_NE(run.errors.find(value), std::string::npos) << option << ": " << run.errors;
    EXPECT_EQ(run.output.find("listening"), std::string::npos) << run.output;
  }
}

TEST_P(Options, ThatAreUnknownAreRefused) {
  const Finished run = run_program(GetParam().name, {"--prot", "5000"});
  ASSERT_TRUE(run.status.has_value());
  EXPECT_EQ(run.status->code, 2);
  EXPECT_NE(run.errors.find("--prot"), std::string::npos) << run.errors;
}

TEST_P(Options, AreExplainedByHelp) {
  const Finished run = run_program(GetParam().name, {"--help"});
  ASSERT_TRUE(run.status.has_value());
  EXPECT_EQ(run.status->code, 0);
  EXPECT_NE(run.output.find("--port"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Options, ::testing::ValuesIn(kChapters), test_name);

}  // namespace
}  // namespace workshop::test
