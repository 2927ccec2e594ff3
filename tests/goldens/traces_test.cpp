// Traces that the recorder of each schema wrote: what today's code reads in them, and what it says of them.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fnmatch.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/export/export.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/schema.h"
#include "tests/goldens/golden.h"
#include "tests/goldens/report_lines.h"
#include "tests/goldens/trace_lines.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::goldens::traces_test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = test_data("traces");
constexpr const char* kEnding = ".jscope.gz";
using trace_test::TemporaryFolder;

/// As `jitterscope analyze FILE --json` without options.
std::string analyze_lines(const fs::path& file) {
  std::string error, note;
  const auto input = read_stream_file(file.string(), {}, error, note);
  if (!input) return error + '\n';
  return (note.empty() ? "" : "note = " + note + '\n') + report_lines(to_json(analyze(*input)));
}

class RecordedTrace : public testing::TestWithParam<fs::path> {
 protected:
  RecordedTrace() { std::ofstream(file_, std::ios::binary) << gunzip(GetParam()); }
  /// "traces/NAME.ENDING" beside the recording.
  fs::path golden(const std::string& ending) const {
    const std::string path = GetParam().string();
    return path.substr(0, path.size() - std::string(kEnding).size()) + ending;
  }
  std::unique_ptr<TraceReader> open() const {
    std::string error;
    auto trace = TraceReader::open(file_.string(), error);
    EXPECT_TRUE(trace) << error;
    return trace;
  }

  TemporaryFolder folder_;
  const fs::path file_ = folder_ / "call.jscope";
};

TEST_P(RecordedTrace, HoldsTheEventsThatWereRecorded) {
  const auto trace = open();
  ASSERT_TRUE(trace);
  expect_none(difference(golden(".events.txt"), meta_lines(*trace) + event_lines(*trace)));
}

/// Also where today's recorder keeps rows as differences.
TEST_P(RecordedTrace, ACopyOfTodaysSchemaHoldsTheSame) {
  const auto trace = open();
  ASSERT_TRUE(trace);
  std::string error;
  const fs::path copied = folder_ / "copy.jscope";
  ASSERT_TRUE(export_jscope(*trace, copied.string(), error)) << error;
  const auto copy = TraceReader::open(copied.string(), error);
  ASSERT_TRUE(copy) << error;
  EXPECT_EQ(copy->schema_version(), trace::kSchemaVersion);
  const auto lines_of = [&](const TraceReader& read) {
    std::vector<Event> events;
    EXPECT_TRUE(read.read_events([&](const Event& event) { events.push_back(event); }, error)) << error;
    return event_lines(events);
  };
  EXPECT_EQ(lines_of(*copy), lines_of(*trace));
}

TEST_P(RecordedTrace, IsAnalysedAsExpected) {
  expect_none(difference(golden(".analyze.txt"), analyze_lines(file_)));
}

/// What a capture of the same call would say: there are no playout, no reports and no common clock in it.
TEST_P(RecordedTrace, IsAnalysedAsExpectedFromItsPcapng) {
  const auto trace = open();
  ASSERT_TRUE(trace);
  std::string error;
  const fs::path exported = folder_ / "call.pcapng";
  ASSERT_TRUE(export_pcapng(*trace, exported.string(), error)) << error;
  expect_none(difference(golden(".pcapng.txt"), analyze_lines(exported)));
}

/// "traces/null_reasons.txt": SCHEMAS, KEY (with *) and why it is null, in this order, apart by two spaces or more.
struct NullReason {
  std::string traces, key, reason;
};

std::vector<NullReason> null_reasons() {
  std::ifstream file(kFolder / "null_reasons.txt");
  std::vector<NullReason> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t first = line.find("  "), key = line.find_first_not_of(' ', first);
    const std::size_t second = line.find("  ", key), reason = line.find_first_not_of(' ', second);
    if (first == std::string::npos || second == std::string::npos || reason == std::string::npos)
      throw std::runtime_error("null_reasons.txt: " + line);
    all.push_back({line.substr(0, first), line.substr(key, second - key), line.substr(reason)});
  }
  return all;
}

bool fits(const NullReason& reason, const std::string& trace, const std::string& key) {
  return fnmatch(reason.traces.c_str(), trace.c_str(), 0) == 0 && fnmatch(reason.key.c_str(), key.c_str(), 0) == 0;
}

TEST_P(RecordedTrace, SaysWhyEachNullIsNull) {
  const std::string name = GetParam().filename().string();
  const std::string trace = name.substr(0, name.size() - std::string(kEnding).size());
  const auto reasons = null_reasons();
  for (const std::string& key : null_keys(analyze_lines(file_)))
    EXPECT_TRUE(std::ranges::any_of(reasons, [&](const NullReason& r) { return fits(r, trace, key); }))
        << trace << ": " << key << " is null, and traces/null_reasons.txt does not say why";
}

TEST(RecordedTraces, AreOfEverySchemaThatIsRead) {
  std::set<int> schemas;
  for (const fs::path& path : files(kFolder, kEnding)) {
    TemporaryFolder folder;
    const fs::path file = folder / "call.jscope";
    std::ofstream(file, std::ios::binary) << gunzip(path);
    std::string error;
    const auto trace = TraceReader::open(file.string(), error);
    ASSERT_TRUE(trace) << error;
    EXPECT_TRUE(path.filename().string().starts_with(fmt::format("schema{}-", trace->schema_version()))) << path;
    schemas.insert(trace->schema_version());
  }
  for (int schema = trace::kOldestSchema; schema <= trace::kSchemaVersion; ++schema)
    EXPECT_TRUE(schemas.contains(schema)) << schema;
}

TEST(RecordedTraces, EveryReasonForANullIsNeeded) {
  std::vector<std::pair<std::string, std::string>> nulls;
  for (const fs::path& path : files(kFolder, ".analyze.txt")) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const std::string name = path.filename().string();
    for (const std::string& key : null_keys(text.str())) nulls.emplace_back(name.substr(0, name.find('.')), key);
  }
  for (const NullReason& reason : null_reasons())
    EXPECT_TRUE(std::ranges::any_of(nulls, [&](const auto& null) { return fits(reason, null.first, null.second); }))
        << "nothing is null any more for: " << reason.traces << ' ' << reason.key;
}

INSTANTIATE_TEST_SUITE_P(Of, RecordedTrace, testing::ValuesIn(files(kFolder, kEnding)),
                         [](const auto& of) { return test_name(of.param); });

}  // namespace
}  // namespace jitterscope::goldens::traces_test
