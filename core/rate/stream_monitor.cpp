#include "core/rate/stream_monitor.h"

namespace jitterscope {

struct StreamMonitor::State {};
StreamMonitor::StreamMonitor(const TrendSetting&) : state_(std::make_unique<State>()) {}
StreamMonitor::~StreamMonitor() = default;
StreamMonitor::StreamMonitor(StreamMonitor&&) noexcept = default;
StreamMonitor& StreamMonitor::operator=(StreamMonitor&&) noexcept = default;
void StreamMonitor::set(const TrendSetting&) {}
void StreamMonitor::judge_from(std::int64_t) {}
void StreamMonitor::add(const PacketArrived&) {}
std::optional<TrendReported> StreamMonitor::take(Timestamp) { return {}; }

}  // namespace jitterscope
