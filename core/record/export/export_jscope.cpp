#include "core/events/event.h"
#include "core/record/export/export.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {
namespace {
constexpr std::size_t kBatch = 10'000;  // events
}

std::optional<WrittenFiles> export_jscope(const TraceReader& trace, const std::string& out, std::string& error) {
  TraceRecorder copy;
  std::vector<Event> batch;
  const auto write = [&] {
    if (copy.recording() && copy.write(batch, {})) copy.flush();
    batch.clear();
  };
  if (!copy.begin(out, trace.meta())) {
    error = copy.error();
    return std::nullopt;
  }
  const bool read = trace.read_events(
      [&](const Event& event) {
        batch.push_back(event);
        if (batch.size() == kBatch) write();
      },
      error);
  write();
  if (read && copy.recording() && copy.close()) return WrittenFiles{out};
  if (read) error = copy.error();
  copy.discard();
  return std::nullopt;
}

}  // namespace jitterscope
