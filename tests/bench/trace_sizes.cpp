// What a trace takes in each schema that can be written: trace_sizes TRACE prints the bytes of a copy in the newest
// schema and in the one before it, and their ratio. The copies are beside the trace until it ends.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/record/trace/reader.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {
namespace {

constexpr std::size_t kBatch = 2000;  // events, about what a second of a call holds

/// Absent: `error` says why.
std::optional<std::uintmax_t> size_in(std::int32_t schema, const TraceReader& trace, std::string& error) {
  const std::string path = trace.path() + fmt::format(".schema{}", schema);
  TraceRecorder copy;
  std::vector<Event> batch;
  Timestamp now = trace.meta().call_began.value_or(Timestamp());
  const auto write = [&] {
    now += Duration::seconds(1);
    copy.write(batch, now);
    batch.clear();
  };
  const auto take = [&](const Event& event) {
    batch.push_back(event);
    if (batch.size() == kBatch) write();
  };
  const bool read = copy.begin(path, trace.meta(), schema) && trace.read_events(take, error);
  write();
  const bool written = copy.close();
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  std::filesystem::remove(path, ignored);
  if (!written && error.empty()) error = copy.error();
  return read && written ? std::optional(bytes) : std::nullopt;
}

int compare(const std::string& path) {
  std::string error;
  const auto trace = TraceReader::open(path, error);
  const auto former = trace ? size_in(trace::kSchemaVersion - 1, *trace, error) : std::nullopt;
  const auto newest = former ? size_in(trace::kSchemaVersion, *trace, error) : std::nullopt;
  if (!newest) return fmt::print(stderr, "{}\n", error), 1;
  fmt::print("schema {}: {} bytes, schema {}: {} bytes, ratio {:.3f}\n", trace::kSchemaVersion - 1, *former,
             trace::kSchemaVersion, *newest, static_cast<double>(*newest) / static_cast<double>(*former));
  return 0;
}

}  // namespace
}  // namespace jitterscope

int main(int argc, char** argv) {
  if (argc == 2) return jitterscope::compare(argv[1]);
  std::fputs("usage: trace_sizes TRACE\n", stderr);
  return 2;
}
