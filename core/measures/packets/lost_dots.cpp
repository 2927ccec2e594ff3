#include "core/measures/packets/lost_dots.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostCame = 4096, kMostOwnDrops = 64;
constexpr std::int64_t kMostLost = 4096;       // of a frame
constexpr std::int64_t kFramesToWait = 2;      // for what the network reorders
constexpr std::int64_t kFarthest = 1ll << 40;  // numbers; what a sender tells may be anything

}  // namespace

void LostDots::clear() {
  frames_.clear();
  own_drops_.clear();
  lowest_.reset();
  forgotten_ = ended_ = INT64_MIN;
}

/// Null: of a frame that is not kept any more.
LostDots::Frame* LostDots::place(const Packet& packet) {
  const auto found = std::ranges::lower_bound(frames_, packet.frame, {}, &Frame::number);
  if (found != frames_.end() && found->number == packet.frame) return &*found;
  if (found == frames_.begin() && frames_.size() >= max_frames_) return nullptr;
  Frame& added = *frames_.insert(found, Frame{packet.frame, packet.at, {}, {}, {}, false});
  if (frames_.size() <= max_frames_) return &added;
  forgotten_ = std::max(forgotten_, frames_.front().highest().sequence);
  frames_.pop_front();
  return &*std::ranges::lower_bound(frames_, packet.frame, {}, &Frame::number);
}

void LostDots::add(const Packet& packet) {
  const auto is_far = [](std::int64_t number) { return number > kFarthest || number < -kFarthest; };
  if (is_far(packet.sequence) || is_far(packet.frame)) return;
  lowest_ = std::min(lowest_.value_or(packet.sequence), packet.sequence);
  Frame* frame = place(packet);
  if (!frame) return;
  if (packet.block && !frame->begins) frame->begins = packet.sequence - *packet.block;
  if (packet.marker) frame->ends = packet.sequence;
  if (frame->came.size() >= kMostCame) {
    frame->is_full = true;
    return;
  }
  const auto behind = std::ranges::upper_bound(frame->came, packet.sequence, {}, &Came::sequence);
  frame->came.insert(behind, Came{packet.sequence, (packet.at - frame->first).ms(), packet.at_s});
}

void LostDots::end_through(std::int64_t frame) {
  ended_ = std::max(ended_, frame);
}

void LostDots::add_own_drops(double from_s, double to_s) {
  if (!own_drops_.empty() && from_s <= own_drops_.back().second)
    own_drops_.back().second = std::max(own_drops_.back().second, to_s);
  else
    own_drops_.emplace_back(from_s, to_s);
  if (own_drops_.size() > kMostOwnDrops) own_drops_.pop_front();
}

bool LostDots::is_doubtful(double from_s, double to_s) const {
  return std::ranges::any_of(own_drops_, [&](const auto& drops) {
    return drops.first <= std::max(from_s, to_s) && drops.second >= std::min(from_s, to_s);
  });
}

/// Returns the spacing of the packets of all frames kept, by their numbers; 0 where nothing tells it.
double LostDots::kept_spacing_ms() const {
  double ms = 0;
  std::int64_t steps = 0;
  for (const Frame& frame : frames_) {
    ms += frame.highest().offset_ms - frame.lowest().offset_ms;
    steps += frame.highest().sequence - frame.lowest().sequence;
  }
  return steps > 0 ? std::max(ms / static_cast<double>(steps), 0.0) : 0;
}

/// Where the frame before ends and the one after begins; between them are those of which nothing came.
LostDots::Gap LostDots::gap_between(const Frame& before, std::int64_t before_begins, const Frame& after) const {
  const std::int64_t from = before.highest().sequence + 1, to = after.lowest().sequence;
  if (from >= to) return {from, to};
  const std::int64_t missing = after.number - before.number - 1;
  const auto within = [&](std::int64_t number, std::int64_t least) { return std::clamp(number, least, to); };
  const std::int64_t begins = after.begins                  ? within(*after.begins, from)
                              : missing == 0 && before.ends ? within(*before.ends + 1, from)
                                                            : to;
  if (before.ends) return {within(*before.ends + 1, from), begins};
  if (missing == 0) return {begins, begins};
  return {std::clamp(before_begins + (begins - before_begins) / (missing + 1), from, begins), begins};
}

std::vector<std::int64_t> LostDots::strays() const {
  std::vector<std::int64_t> found;
  std::int64_t highest = INT64_MIN;
  for (const Frame& frame : frames_) {
    for (const Came& came : frame.came)
      if (came.sequence < highest) found.push_back(came.sequence);
    highest = std::max(highest, frame.highest().sequence);
  }
  std::ranges::sort(found);
  return found;
}

/// A frame beside it that is not wholly on its side of it bounds nothing.
LostDots::Spacing LostDots::spacing_of(std::size_t i, const Range& range, double kept_spacing_ms) const {
  const Frame& frame = frames_[i];
  const Came &lowest = frame.lowest(), &highest = frame.highest();
  const std::int64_t steps = highest.sequence - lowest.sequence;
  const bool knows = steps > 0 && 2 * (steps + 1) >= range.end - range.begin;
  const double own_ms = knows ? (highest.offset_ms - lowest.offset_ms) / static_cast<double>(steps) : 0;
  const double usual_ms = knows ? std::max(own_ms, 0.0) : kept_spacing_ms;
  const auto within = [&](double room_ms, std::int64_t packets) {
    return room_ms > 0 ? std::min(usual_ms, room_ms / static_cast<double>(packets + 1)) : usual_ms;
  };
  const auto since = [&](const Frame& from, const Came& came) {
    return (from.first - frame.first).ms() + came.offset_ms;
  };
  Spacing spacing{usual_ms, usual_ms};
  if (i > 0)
    spacing.head_ms =
        within(lowest.offset_ms - since(frames_[i - 1], frames_[i - 1].highest()), lowest.sequence - range.begin);
  if (i + 1 < frames_.size())
    spacing.tail_ms =
        within(since(frames_[i + 1], frames_[i + 1].lowest()) - highest.offset_ms, range.end - 1 - highest.sequence);
  return spacing;
}

void LostDots::put_frame(std::size_t i, const Range& wanted, Dots& dots) const {
  const Frame& frame = frames_[i];
  const Came &lowest = frame.lowest(), &highest = frame.highest();
  const double from_s = i > 0 ? frames_[i - 1].highest().at_s : lowest.at_s;
  const double to_s = i + 1 < frames_.size() ? frames_[i + 1].lowest().at_s : highest.at_s;
  if (frame.is_full || is_doubtful(from_s, to_s)) return;
  const Range range{std::max(wanted.begin, lowest.sequence - kMostLost),
                    std::min(wanted.end, highest.sequence + 1 + kMostLost)};
  const Spacing spacing = spacing_of(i, range, dots.kept_spacing_ms);
  const std::int64_t block_0 = frame.begins.value_or(range.begin);
  const std::size_t most = dots.lost.size() + kMostLost;
  const auto put = [&](std::int64_t number, double offset_ms, double at_s) {
    if (!std::ranges::binary_search(dots.strays, number))
      dots.lost.push_back({frame.number, static_cast<std::uint16_t>(number - block_0), at_s, offset_ms});
  };
  for (std::int64_t number = range.begin; number < lowest.sequence; ++number) {
    const double sooner_ms = spacing.head_ms * static_cast<double>(lowest.sequence - number);
    put(number, lowest.offset_ms - sooner_ms, lowest.at_s - sooner_ms / 1e3);
  }
  for (std::size_t k = 0; k + 1 < frame.came.size() && dots.lost.size() < most; ++k) {
    const Came &a = frame.came[k], &b = frame.came[k + 1];
    const auto between = static_cast<double>(b.sequence - a.sequence);
    for (std::int64_t number = a.sequence + 1; number < b.sequence && dots.lost.size() < most; ++number) {
      const double share = static_cast<double>(number - a.sequence) / between;
      put(number, a.offset_ms + share * (b.offset_ms - a.offset_ms), a.at_s + share * (b.at_s - a.at_s));
    }
  }
  for (std::int64_t number = highest.sequence + 1; number < range.end && dots.lost.size() < most; ++number) {
    const double later_ms = spacing.tail_ms * static_cast<double>(number - highest.sequence);
    put(number, highest.offset_ms + later_ms, highest.at_s + later_ms / 1e3);
  }
}

/// The frames after `before` of which nothing came, of the last that are shown.
void LostDots::put_missing(std::size_t before, const Gap& gap, Dots& dots) const {
  const Frame &from = frames_[before], &to = frames_[before + 1];
  const std::int64_t missing = to.number - from.number - 1, packets = gap.head_begin - gap.tail_end;
  if (missing <= 0 || packets <= 0 || is_doubtful(from.highest().at_s, to.lowest().at_s)) return;
  const auto begin_of = [&](std::int64_t k) {
    return static_cast<std::int64_t>(static_cast<double>(packets) * static_cast<double>(k) /
                                     static_cast<double>(missing));
  };
  const double step_s = (to.lowest().at_s - from.lowest().at_s) / static_cast<double>(missing + 1);
  for (std::int64_t k = std::max<std::int64_t>(0, missing - static_cast<std::int64_t>(max_frames_)); k < missing; ++k) {
    const std::int64_t frame = from.number + 1 + k, of_frame = std::min(begin_of(k + 1) - begin_of(k), kMostLost);
    if (frame > std::max(ended_, frames_.back().number - kFramesToWait)) return;
    for (std::int64_t block = 0; block < of_frame; ++block) {
      const double offset_ms = dots.kept_spacing_ms * static_cast<double>(block);
      const double at_s = from.lowest().at_s + step_s * static_cast<double>(k + 1) + offset_ms / 1e3;
      dots.lost.push_back({frame, static_cast<std::uint16_t>(block), at_s, offset_ms});
    }
  }
}

std::vector<PacketDot> LostDots::dots() const {
  if (frames_.empty()) return {};
  Dots dots{kept_spacing_ms(), strays(), {}};
  const std::int64_t decided = std::max(ended_, frames_.back().number - kFramesToWait);
  const std::int64_t least = std::max(*lowest_, forgotten_ == INT64_MIN ? INT64_MIN : forgotten_ + 1);
  std::int64_t begin =
      std::min(std::max(frames_.front().begins.value_or(INT64_MAX), least), frames_[0].lowest().sequence);
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    const bool is_last = i + 1 == frames_.size();
    const Gap gap = is_last ? Gap{std::max(frame.highest().sequence, frame.ends.value_or(INT64_MIN)) + 1, 0}
                            : gap_between(frame, begin, frames_[i + 1]);
    if (frame.number <= decided) put_frame(i, {begin, gap.tail_end}, dots);
    if (is_last) break;
    put_missing(i, gap, dots);
    begin = gap.head_begin;
  }
  return std::move(dots.lost);
}

}  // namespace jitterscope
