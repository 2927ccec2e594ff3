#include "core/measures/offline/media_frames.h"

#include <algorithm>
#include <map>

namespace jitterscope {
namespace {

struct Group {
  std::int64_t number = 0;
  std::size_t begin = 0, end = 0;                      // ranks of its packets, in sequence order
  std::int64_t missing_before = 0, missing_after = 0;  // sequence numbers up to the neighbouring packet
  std::int64_t first = 0, last = 0;                    // sequence numbers of those that came
  std::int64_t due = 0;                                // sequence of the first packet, come or not
  std::optional<int> first_block;
  bool marked = false;  // a packet of it has the marker; error correction may follow that packet
  bool complete = true;

  std::int64_t span() const { return last - first + 1; }
  bool has_hole() const { return span() != static_cast<std::int64_t>(end - begin); }
};

/// By what packets belong together.
enum class Key : std::uint8_t { kFrame, kDecodingFrame, kTimestamp };

Key usable_key(const PacketOrder& packets) {
  for (std::size_t rank = 0; rank < packets.size(); ++rank)
    if (packets.frame(rank)) return Key::kFrame;
  return packets.any_decoding_frame() ? Key::kDecodingFrame : Key::kTimestamp;
}

/// Runs of packets with the same key, without what follows a frame and is not timed; a frame torn apart by foreign keys
/// in between keeps its first run only.
std::vector<Group> runs(const PacketOrder& packets, Key key) {
  const auto key_of = [&](std::size_t rank) {
    if (key == Key::kFrame) return packets.frame(rank);
    return key == Key::kDecodingFrame ? packets.decoding_frame(rank) : packets.rtp_timestamp(rank);
  };
  std::vector<Group> groups;
  for (std::size_t begin = 0; begin < packets.size();) {
    const auto number = key_of(begin);
    std::size_t end = begin + 1;
    while (end < packets.size() && key_of(end) == number) ++end;
    std::size_t timed_end = end;
    while (timed_end > begin && !packets.timed(timed_end - 1)) --timed_end;
    if (number && timed_end > begin) {
      const std::int64_t first = packets.sequence(begin), last = packets.sequence(timed_end - 1);
      Group group{*number, begin, timed_end, 0, 0, first, last, first, packets.block(begin)};
      for (std::size_t rank = begin; rank < timed_end; ++rank) group.marked |= packets.marker(rank);
      if (begin > 0) group.missing_before = first - packets.sequence(begin - 1) - 1;
      if (end < packets.size()) group.missing_after = packets.sequence(end) - packets.sequence(end - 1) - 1;
      groups.push_back(group);
    }
    begin = end;
  }
  std::stable_sort(groups.begin(), groups.end(), [](auto& a, auto& b) { return a.number < b.number; });
  groups.erase(std::unique(groups.begin(), groups.end(), [](auto& a, auto& b) { return a.number == b.number; }),
               groups.end());
  return groups;
}

/// Replaces RTP timestamps by frame numbers from 0.
void number_by_timestamp(std::vector<Group>& groups) {
  std::vector<std::int64_t> steps;
  for (std::size_t i = 1; i < groups.size(); ++i) steps.push_back(groups[i].number - groups[i - 1].number);
  std::int64_t usual = 1;
  if (!steps.empty()) {
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    usual = *middle;
  }
  std::int64_t previous_timestamp = 0, number = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::int64_t step = groups[i].number - previous_timestamp;
    previous_timestamp = groups[i].number;
    if (i > 0) number += groups[i].missing_before > 0 ? std::max<std::int64_t>(1, (step + usual / 2) / usual) : 1;
    groups[i].number = number;
  }
}

/// The span of more than half of the frames whose both edges are beyond doubt; 0 when there is none.
std::int64_t usual_span(const std::vector<Group>& groups) {
  std::map<std::int64_t, std::size_t> counts;
  std::size_t clean = 0;
  for (const Group& group : groups) {
    if (group.has_hole() || group.missing_before || group.missing_after) continue;
    ++clean;
    ++counts[group.span()];
  }
  for (const auto& [span, count] : counts) {
    if (2 * count > clean) return span;
  }
  return 0;
}

/// A hole between two frames whose packets do not say which of them it belongs to: frames of the usual size put the
/// edges into it; where they cannot (sizes vary), the earlier frame of two neighbours is taken to have lost its end.
void charge_hole(Group& earlier, Group& later, std::int64_t usual) {
  const std::int64_t end = earlier.due + usual, begin = earlier.due + usual * (later.number - earlier.number);
  const std::int64_t came_to = earlier.last + 1, came_from = later.first;
  if (usual > 0 && came_to <= end && begin <= came_from) {
    if (came_to < end) earlier.complete = false;
    if (begin < came_from) later.complete = false;
    later.due = begin;
  } else if (later.number == earlier.number + 1) {
    earlier.complete = false;
  }
}

/// Judges the edges between neighbouring frames where some of them are marked.
void judge_edge(Group& earlier, Group& later, bool markers, std::int64_t usual) {
  const bool next = later.number == earlier.number + 1;
  if (later.first_block) {
    if (*later.first_block != 0) later.complete = false;
    if (!markers && next && earlier.missing_after > *later.first_block) earlier.complete = false;
  } else if (markers) {
    if (later.missing_before > 0 && earlier.marked && next) later.complete = false;
  } else if (earlier.missing_after > 0) {
    charge_hole(earlier, later, usual);
  }
}

void judge(std::vector<Group>& groups) {
  const bool markers = std::ranges::any_of(groups, &Group::marked);
  const std::int64_t usual = usual_span(groups);
  for (Group& group : groups) {
    if (group.has_hole() || (markers && !group.marked)) group.complete = false;
  }
  if (!groups.empty() && groups.front().first_block.value_or(0) != 0) groups.front().complete = false;
  for (std::size_t i = 1; i < groups.size(); ++i) judge_edge(groups[i - 1], groups[i], markers, usual);
}

MediaFrame frame_of(const Group& group, const PacketOrder& packets, Key key) {
  MediaFrame frame{group.number,
                   group.complete,
                   false,
                   true,
                   packets.received(group.begin),
                   packets.sent(group.begin),
                   packets.rtp_timestamp(group.begin)};
  if (key == Key::kDecodingFrame) {
    const auto decoding = packets.decoding_timestamp(group.begin);
    frame.timed = decoding.has_value();
    if (decoding) frame.rtp_timestamp = decoding;
  }
  for (std::size_t rank = group.begin + 1; rank < group.end; ++rank)
    frame.received = std::max(frame.received, packets.received(rank));
  return frame;
}

/// A packet that could not be read lies in its frame, or after the marked end of the one before.
void judge_unread(std::vector<Group>& groups, std::span<const std::int64_t> unread) {
  for (const std::int64_t number : unread) {
    auto its = std::ranges::lower_bound(groups, number, {}, &Group::last);
    const bool within = its != groups.end() && its->first <= number;
    if (!within && its != groups.begin() && !std::prev(its)->marked) --its;
    if (its != groups.end()) its->complete = false;
  }
}

std::vector<MediaFrame> video_frames(const PacketOrder& by_sequence, std::span<const std::int64_t> unread) {
  const Key key = usable_key(by_sequence);
  std::vector<Group> groups = runs(by_sequence, key);
  if (key == Key::kTimestamp) number_by_timestamp(groups);
  judge(groups);
  judge_unread(groups, unread);
  std::vector<MediaFrame> frames;
  frames.reserve(groups.size());
  for (const Group& group : groups) frames.push_back(frame_of(group, by_sequence, key));
  return frames;
}

std::vector<MediaFrame> audio_blocks(const PacketOrder& by_sequence) {
  std::vector<MediaFrame> blocks;
  blocks.reserve(by_sequence.size());
  for (std::size_t i = 0; i < by_sequence.size(); ++i)
    blocks.push_back({by_sequence.sequence(i), true, by_sequence.marker(i), by_sequence.timed(i),
                      by_sequence.received(i), by_sequence.sent(i), by_sequence.rtp_timestamp(i)});
  return blocks;
}

}  // namespace

std::vector<MediaFrame> media_frames(Medium medium, const PacketOrder& by_sequence,
                                     std::span<const std::int64_t> unread) {
  return medium == Medium::kVideo ? video_frames(by_sequence, unread) : audio_blocks(by_sequence);
}

std::vector<std::int64_t> unread_of(const StreamInput& stream) {
  std::vector<std::int64_t> unread;
  if (!stream.refusals) return unread;
  for (const Refusal& each : *stream.refusals)
    if (each.reason != RejectReason::kWrongPayloadType) unread.push_back(each.sequence);
  std::ranges::sort(unread);
  return unread;
}

}  // namespace jitterscope
