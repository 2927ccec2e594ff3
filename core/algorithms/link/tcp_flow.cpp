#include "core/algorithms/link/tcp_flow.h"

#include <algorithm>

namespace jitterscope::link {
namespace {

constexpr int kReordering = 3;                               // segments that came after a lost one (RFC 6675 DupThresh)
constexpr double kWindowAtFirst = 1e9;                       // threshold of slow start before any loss
constexpr Duration kLongestTimeout = Duration::seconds(60);  // RFC 6298 §2.5

}  // namespace

TcpAcknowledgement TcpReceiver::arrived(const TcpSegment& segment) {
  std::int64_t first = std::max(segment.position, next_), end = segment.end();
  if (end > next_) {
    // The range is joined with all that touch it.
    auto range = beyond_.upper_bound(end);
    while (range != beyond_.begin()) {
      const auto before = std::prev(range);
      if (before->second < first) break;
      first = std::min(first, before->first);
      end = std::max(end, before->second);
      range = beyond_.erase(before);
    }
    if (first <= next_)
      next_ = end;
    else
      beyond_.emplace(first, end);
  }
  TcpAcknowledgement answer;
  answer.next = next_;
  std::size_t count = 0;
  if (first > next_) answer.beyond[count++] = {first, end};
  for (auto range = beyond_.rbegin(); range != beyond_.rend() && count < answer.beyond.size(); ++range)
    if (range->first != first) answer.beyond[count++] = {range->first, range->second};
  return answer;
}

TcpSender::TcpSender(const TcpSetting& setting)
    : setting_(setting), window_(setting.initial_window), threshold_(kWindowAtFirst) {
  setting_.send_buffer = std::max<std::int64_t>(setting_.send_buffer, kTcpSegmentBytes);
}

std::int64_t TcpSender::write(std::int64_t bytes) {
  const std::int64_t taken = std::clamp<std::int64_t>(bytes, 0, std::max<std::int64_t>(room(), 0));
  written_ += taken;
  return taken;
}

std::optional<TcpSegment> TcpSender::next_segment(Timestamp now) {
  const auto lost = std::find_if(flights_.begin(), flights_.end(), [](const Flight& f) { return f.lost; });
  limited_ = under_way_ >= static_cast<int>(window_);
  if (limited_ || (lost == flights_.end() && sent_ == written_)) return std::nullopt;
  ++under_way_;
  if (!timeout_) timeout_ = now + timeout_after_;
  if (lost != flights_.end()) {
    lost->lost = false;
    lost->segment.retransmission = true;
    lost->sent = now;
    lost->order = next_order_++;
    ++retransmitted_;
    return lost->segment;
  }
  TcpSegment segment;
  segment.position = sent_;
  segment.bytes = static_cast<std::int32_t>(std::min<std::int64_t>(kTcpSegmentBytes, written_ - sent_));
  sent_ = segment.end();
  flights_.push_back({segment, now, next_order_++});
  return segment;
}

/// Marks what has come; whether that was anything new.
bool TcpSender::mark(const TcpAcknowledgement& acknowledgement, Timestamp now) {
  std::optional<Timestamp> latest;
  for (Flight& flight : flights_) {
    if (flight.arrived) continue;
    bool came = flight.segment.end() <= acknowledgement.next;
    for (const auto& range : acknowledgement.beyond)
      came = came || (range && range->first <= flight.segment.position && flight.segment.end() <= range->end);
    if (!came) continue;
    if (!flight.lost) --under_way_;
    flight.arrived = true;
    flight.lost = false;
    latest = std::max(latest.value_or(flight.sent), flight.sent);
  }
  if (latest) measure(now - *latest);
  return latest.has_value();
}

/// A segment is lost when three that were sent after it have come.
void TcpSender::find_losses() {
  std::array<std::int64_t, kReordering> latest{};  // orders of arrived ones, the latest first
  for (const Flight& flight : flights_) {
    std::int64_t order = flight.arrived ? flight.order : 0;
    for (std::int64_t& place : latest)
      if (order > place) std::swap(order, place);
  }
  bool found = false;
  for (Flight& flight : flights_) {
    if (flight.arrived || flight.lost || flight.order >= latest.back()) continue;
    flight.lost = true;
    --under_way_;
    found = true;
  }
  if (!found || recover_until_ >= 0) return;
  threshold_ = std::max(window_ / 2, 2.0);
  window_ = threshold_;
  recover_until_ = sent_;
}

void TcpSender::acknowledged(const TcpAcknowledgement& acknowledgement, Timestamp now) {
  if (acknowledgement.next > sent_) return;
  const bool news = mark(acknowledgement, now);
  int segments = 0;
  while (!flights_.empty() && flights_.front().segment.end() <= acknowledgement.next) {
    flights_.pop_front();
    ++segments;
  }
  acknowledged_ = std::max(acknowledged_, acknowledgement.next);
  if (recover_until_ >= 0 && acknowledged_ >= recover_until_) recover_until_ = -1;
  if (news) find_losses();
  if (recover_until_ < 0 && limited_) grow(segments);
  if (news) restart_timer(now);
}

void TcpSender::grow(int segments) {
  for (; segments > 0; --segments) window_ += window_ < threshold_ ? 1 : 1 / window_;
}

void TcpSender::measure(Duration round_trip) {
  if (!round_trip_) {
    round_trip_ = round_trip;
    variation_ = round_trip / 2;
  } else {
    const Duration away = *round_trip_ > round_trip ? *round_trip_ - round_trip : round_trip - *round_trip_;
    variation_ = (variation_ * 3 + away) / 4;
    round_trip_ = (*round_trip_ * 7 + round_trip) / 8;
  }
  timeout_after_ = std::min(*round_trip_ + std::max(variation_ * 4, setting_.shortest_timeout), kLongestTimeout);
}

void TcpSender::restart_timer(Timestamp now) {
  timeout_.reset();
  if (!flights_.empty()) timeout_ = now + timeout_after_;
}

void TcpSender::advance(Timestamp now) {
  if (!timeout_ || now < *timeout_) return;
  timeout_.reset();
  if (flights_.empty()) return;
  ++timeouts_;
  for (Flight& flight : flights_) flight.lost = !flight.arrived;
  under_way_ = 0;
  threshold_ = std::max(window_ / 2, 2.0);
  window_ = 1;
  recover_until_ = -1;
  timeout_after_ = std::min(timeout_after_ * 2, kLongestTimeout);
}

}  // namespace jitterscope::link
