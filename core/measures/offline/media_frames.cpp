#include "core/measures/offline/media_frames.h"

#include <algorithm>
#include <map>

namespace jitterscope {
namespace {

using Packets = std::span<const PacketObservation* const>;

struct Group {
  std::int64_t number = 0;
  Packets packets;                                     // in sequence order
  std::int64_t missing_before = 0, missing_after = 0;  // sequence numbers up to the neighbouring packet
  std::int64_t begin = 0;                              // sequence of the first packet, come or not
  bool complete = true;

  std::int64_t span() const { return packets.back()->sequence - packets.front()->sequence + 1; }
  bool has_hole() const { return span() != static_cast<std::int64_t>(packets.size()); }
};

std::optional<std::int64_t> key_of(const PacketObservation& packet, bool by_frame) {
  return by_frame ? packet.frame : packet.rtp_timestamp;
}

/// Runs of packets with the same key; a frame torn apart by foreign keys in between keeps its first run only.
std::vector<Group> runs(Packets packets, bool by_frame) {
  std::vector<Group> groups;
  for (std::size_t begin = 0; begin < packets.size();) {
    const auto key = key_of(*packets[begin], by_frame);
    std::size_t end = begin + 1;
    while (end < packets.size() && key_of(*packets[end], by_frame) == key) ++end;
    if (key) {
      Group group{*key, packets.subspan(begin, end - begin), 0, 0, packets[begin]->sequence, true};
      if (begin > 0) group.missing_before = packets[begin]->sequence - packets[begin - 1]->sequence - 1;
      if (end < packets.size()) group.missing_after = packets[end]->sequence - packets[end - 1]->sequence - 1;
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
  const std::int64_t end = earlier.begin + usual, begin = earlier.begin + usual * (later.number - earlier.number);
  const std::int64_t came_to = earlier.packets.back()->sequence + 1, came_from = later.packets.front()->sequence;
  if (usual > 0 && came_to <= end && begin <= came_from) {
    if (came_to < end) earlier.complete = false;
    if (begin < came_from) later.complete = false;
    later.begin = begin;
  } else if (later.number == earlier.number + 1) {
    earlier.complete = false;
  }
}

/// Judges the edges between neighbouring frames where some of them are marked.
void judge_edge(Group& earlier, Group& later, bool markers, std::int64_t usual) {
  const bool next = later.number == earlier.number + 1;
  const std::optional<int> block = later.packets.front()->block;
  if (block) {
    if (*block != 0) later.complete = false;
    if (!markers && next && earlier.missing_after > *block) earlier.complete = false;
  } else if (markers) {
    if (later.missing_before > 0 && earlier.packets.back()->marker && next) later.complete = false;
  } else if (earlier.missing_after > 0) {
    charge_hole(earlier, later, usual);
  }
}

void judge(std::vector<Group>& groups) {
  const bool markers =
      std::any_of(groups.begin(), groups.end(), [](const Group& g) { return g.packets.back()->marker; });
  const std::int64_t usual = usual_span(groups);
  for (Group& group : groups) {
    if (group.has_hole() || (markers && !group.packets.back()->marker)) group.complete = false;
  }
  if (!groups.empty() && groups.front().packets.front()->block.value_or(0) != 0) groups.front().complete = false;
  for (std::size_t i = 1; i < groups.size(); ++i) judge_edge(groups[i - 1], groups[i], markers, usual);
}

MediaFrame frame_of(const Group& group) {
  const PacketObservation& first = *group.packets.front();
  MediaFrame frame{group.number, group.complete, false, first.received, first.sent, first.rtp_timestamp};
  for (const PacketObservation* packet : group.packets) frame.received = std::max(frame.received, packet->received);
  return frame;
}

}  // namespace

std::vector<MediaFrame> video_frames(Packets by_sequence) {
  const bool by_frame =
      std::any_of(by_sequence.begin(), by_sequence.end(), [](auto* p) { return p->frame.has_value(); });
  std::vector<Group> groups = runs(by_sequence, by_frame);
  if (!by_frame) number_by_timestamp(groups);
  judge(groups);
  std::vector<MediaFrame> frames;
  frames.reserve(groups.size());
  for (const Group& group : groups) frames.push_back(frame_of(group));
  return frames;
}

std::vector<MediaFrame> audio_blocks(Packets by_sequence) {
  std::vector<MediaFrame> blocks;
  blocks.reserve(by_sequence.size());
  for (const PacketObservation* packet : by_sequence) {
    blocks.push_back({packet->sequence, true, packet->marker, packet->received, packet->sent, packet->rtp_timestamp});
  }
  return blocks;
}

}  // namespace jitterscope
