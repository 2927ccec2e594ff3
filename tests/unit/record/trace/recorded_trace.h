#pragma once
// A trace as the recorder writes it of a list of events, and what its reader gives of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/measures/definitions/stream_input.h"
#include "core/record/trace/reader.h"
#include "core/record/trace/recorder.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::trace_test {

/// Writes them all; what is at `path` goes.
inline void record(const std::string& path, const std::vector<Event>& events, const TraceMeta& meta = {},
                   std::int32_t schema = trace::kSchemaVersion) {
  std::filesystem::remove(path);
  TraceRecorder recorder;
  ASSERT_TRUE(recorder.begin(path, meta, schema) && recorder.write(events, {}) && recorder.close()) << recorder.error();
}

/// Null after a failed expectation.
inline std::unique_ptr<TraceReader> opened(const std::string& path) {
  std::string error;
  auto trace = TraceReader::open(path, error);
  EXPECT_TRUE(trace) << error;
  return trace;
}

inline std::unique_ptr<TraceReader> recorded(const std::string& path, const std::vector<Event>& events,
                                             const TraceMeta& meta = {}) {
  record(path, events, meta);
  return opened(path);
}

inline std::vector<Event> events_of(const std::string& path) {
  const auto trace = opened(path);
  std::vector<Event> events;
  std::string error;
  EXPECT_TRUE(trace && trace->read_events([&](const Event& event) { events.push_back(event); }, error)) << error;
  return events;
}

inline void expect_same(const std::vector<Event>& read, const std::vector<Event>& written) {
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_TRUE(same(read[i], written[i])) << "event " << i;
}

/// What analysis is given of these events; without streams after a failed expectation.
inline AnalysisInput analysed(const TemporaryFolder& folder, const std::vector<Event>& events) {
  const auto trace = recorded(folder / "analysed.jscope", events);
  std::string error;
  auto input = trace ? to_analysis(*trace, error) : std::nullopt;
  EXPECT_TRUE(input) << error;
  return input ? std::move(*input) : AnalysisInput{};
}

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace jitterscope::trace_test
