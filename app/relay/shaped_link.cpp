#include "app/relay/shaped_link.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/files/input_file.h"
#include "core/base/units/data.h"

namespace jitterscope {
namespace {

constexpr std::uintmax_t kLargestTrace = 64 << 20;
constexpr std::array kWays{LinkWay::kUp, LinkWay::kDown};

bool read_trace(const std::string& path, std::string& text, std::string& error) {
  if (path.empty()) return true;
  if (error = why_no_file(path); !error.empty()) return false;
  std::error_code failure;
  const auto size = std::filesystem::file_size(path, failure);
  std::ifstream file(path, std::ios::binary);
  if (failure || !file)
    error = "The trace " + path + " cannot be read. Give the path of a mahimahi trace.";
  else if (size > kLargestTrace)
    error = "The trace " + path + " is larger than 64 MB.";
  if (!error.empty()) return false;
  std::ostringstream all;
  all << file.rdbuf();
  text = all.str();
  return true;
}

}  // namespace

WayCounts::WayCounts(LinkWay way) {
  totals_.way = way;
  own_delays_.reserve(kMostOwnDelays);
}

void WayCounts::offered(Content content) {
  ++totals_.offered;
  if (content != Content::kBackground) return;
  ++totals_.background_offered;
  ++background_inside_;
}

void WayCounts::delivered(Content content, int bytes_on_link, bool duplicate) {
  ++totals_.delivered;
  if (duplicate) ++totals_.duplicated;
  if (content == Content::kBackground && !duplicate) --background_inside_;
  delivered_bytes_ += bytes_on_link;
}

void WayCounts::dropped(LinkDrop reason, Content content) {
  switch (reason) {
    case LinkDrop::kQueueFull: ++totals_.dropped_queue; break;
    case LinkDrop::kRandomLoss: ++totals_.dropped_random; break;
    case LinkDrop::kCollisions: ++totals_.dropped_collisions; break;
    case LinkDrop::kLinkFull: ++totals_.dropped_overload; break;
    case LinkDrop::kAtEnd: break;  // stays inside
  }
  if (content == Content::kRtp) ++totals_.media_dropped;
  if (content != Content::kBackground) return;
  ++totals_.background_dropped;
  --background_inside_;
}

void WayCounts::end() {
  while (background_inside_ > 0) dropped(LinkDrop::kAtEnd, Content::kBackground);
}

void WayCounts::own_delay(Duration delay) {
  if (own_delays_.size() < kMostOwnDelays) own_delays_.push_back(delay);
}

void WayCounts::queue(const link::QueueState& state) {
  totals_.queue_packets = state.packets;
  totals_.queue_bytes = state.bytes;
  totals_.queue_packets_max = std::max(totals_.queue_packets_max, state.packets);
}

LinkReport WayCounts::report(Timestamp at) {
  LinkReport report = totals_;
  const Duration since = at - totals_.at;
  report.delivered_kbps =
      totals_.at == Timestamp() ? 0 : (DataSize::bytes(delivered_bytes_) / since).kbits_per_second();
  report.own_delay_us.reset();
  if (!own_delays_.empty()) {
    const auto middle = own_delays_.begin() + static_cast<std::ptrdiff_t>(own_delays_.size() / 2);
    std::nth_element(own_delays_.begin(), middle, own_delays_.end());
    report.own_delay_us = middle->us();
    overloaded_ = overloaded_ || *middle > kLongestOwnDelay;
  }
  report.overloaded = overloaded_;
  report.at = totals_.at = at;
  totals_.queue_packets_max = totals_.queue_packets;
  delivered_bytes_ = 0;
  overloaded_ = false;
  own_delays_.clear();
  return report;
}

ShapedLink::ShapedLink(std::uint64_t seed, Timestamp now)
    : seed_(seed),
      reached_(now),
      background_{link::BackgroundTraffic({}, link::seed_of_way(seed, 0), now),
                  link::BackgroundTraffic({}, link::seed_of_way(seed, 1), now)} {
  std::string error;  // nothing to refuse in a default link
  network_ = link::make_network({}, {}, seed_, now, error);
}

ShapedLink::Change ShapedLink::set(const LinkSettings& settings, Timestamp now, std::string& error) {
  offer_background(now);
  reached_ = std::max(reached_, now);
  if (network_->set(settings, reached_)) {
    note_queues();
    return Change::kTaken;
  }
  std::array<std::string, 2> traces;
  error.clear();
  if (!read_trace(settings.up.trace_file, traces[0], error) || !read_trace(settings.down.trace_file, traces[1], error))
    return Change::kRefused;
  auto network = link::make_network(settings, traces, seed_, reached_, error);
  if (!network) return Change::kRefused;
  network_ = std::move(network);
  for (WayCounts& each : counts_) each.end();
  note_queues();
  return Change::kRenewed;
}

void ShapedLink::reseed(std::uint64_t seed, Timestamp now) {
  offer_background(now);
  reached_ = std::max(reached_, now);
  seed_ = seed;
  network_->reseed(seed);
  for (std::size_t way = 0; way < background_.size(); ++way)
    background_[way].reseed(link::seed_of_way(seed, way), reached_);
}

void ShapedLink::set_background(const BackgroundSetting& setting, Timestamp now) {
  offer_background(now);
  for (link::BackgroundTraffic& each : background_) each.set(setting, now);
}

void ShapedLink::end(Timestamp now) {
  set_background({}, now);
  std::string error;  // nothing to refuse in a default link
  network_ = link::make_network({}, {}, seed_, reached_, error);
}

void ShapedLink::offer(const link::Packet& packet, Timestamp at, WayCounts::Content content) {
  offer_background(at);
  reached_ = std::max(reached_, at);
  counts(packet.way).offered(content);
  network_->offer(packet, reached_);
  note_queues();
}

void ShapedLink::offer_background(Timestamp until) {
  for (std::size_t i = 0; i < 2; ++i) {
    link::BackgroundTraffic& traffic = background_[i];
    const link::Packet packet{0, kWays[i], link::Traffic::kBackground,
                              traffic.setting().packet_bytes + kUdpHeaderBytes};
    while (traffic.due() && *traffic.due() <= until) {
      reached_ = std::max(reached_, *traffic.due());
      for (int n = traffic.take(); n > 0; --n) {
        counts_[i].offered(WayCounts::Content::kBackground);
        network_->offer(packet, reached_);
      }
    }
  }
}

void ShapedLink::advance(Timestamp now, link::Results& results) {
  offer_background(now);
  note_queues();
  reached_ = std::max(reached_, now);
  all_.departures.clear();
  all_.drops.clear();
  network_->advance(reached_, all_);
  for (const link::Departure& each : all_.departures) {
    if (each.traffic != link::Traffic::kBackground)
      results.departures.push_back(each);
    else
      counts(each.way).delivered(WayCounts::Content::kBackground,
                                 background_[0].setting().packet_bytes + kUdpHeaderBytes, each.duplicate);
  }
  for (const link::Drop& each : all_.drops) {
    if (each.traffic != link::Traffic::kBackground)
      results.drops.push_back(each);
    else
      counts(each.way).dropped(each.reason, WayCounts::Content::kBackground);
  }
  note_queues();
}

void ShapedLink::note_queues() {
  for (const LinkWay way : kWays) counts(way).queue(network_->queue(way));
}

std::optional<Timestamp> ShapedLink::next_event() const {
  auto next = network_->next_event();
  for (const link::BackgroundTraffic& each : background_)
    if (const auto due = each.due(); due && (!next || *due < *next)) next = due;
  return next;
}

}  // namespace jitterscope
