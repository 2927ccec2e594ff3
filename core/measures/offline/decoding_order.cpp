#include "core/measures/offline/decoding_order.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/measures/packets/packet_order.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kFarthestFall = 16;                // usual steps
constexpr std::size_t kMostLeading = 16, kMostTorn = 16;  // frames
constexpr std::size_t kFewestReordered = 2;               // groups

/// Frames whose timestamps are above those of all groups before and below those of all after.
struct DecodingGroup {
  std::size_t begin = 0, end = 0;  // places in sending order
  std::int64_t lowest = 0, highest = 0;
  bool has_hole = false;  // from its first packet to that of the next group
  bool counted = true;    // no frame of it or next to it may be missing
  bool in_order = true;   // the turns of its frames are known

  std::size_t size() const { return end - begin; }
};

class DecodingGroups {
 public:
  DecodingGroups(std::span<const SentFrame> frames) : frames_(frames) {}

  /// False: the frames are none that are sent in another order.
  bool find();
  std::vector<FrameTurn> turns() const;

 private:
  bool find_usual_step();
  bool divide();
  void judge();
  bool follows_hole(std::size_t group) const { return frames_[groups_[group].begin].missing_before > 0; }
  bool leaves_out_before(std::size_t group) const;
  bool leaves_out_within_last() const;
  std::size_t first_counted(std::size_t fresh) const;
  std::size_t first_in_order(std::size_t fresh, std::size_t counted) const;
  std::int64_t lost_in(std::size_t from, std::size_t to) const;
  std::int64_t missing_between_frames(std::size_t from, std::size_t to) const;
  void number(std::vector<FrameTurn>& turns) const;

  std::span<const SentFrame> frames_;
  std::int64_t usual_ = 0;   // step between timestamps shown one after the other
  std::size_t longest_ = 0;  // group
  std::vector<DecodingGroup> groups_;
};

bool DecodingGroups::find_usual_step() {
  if (frames_.size() < 2) return false;
  std::vector<std::int64_t> stamps;
  stamps.reserve(frames_.size());
  for (const SentFrame& frame : frames_) stamps.push_back(frame.timestamp);
  std::ranges::sort(stamps);
  for (std::size_t i = stamps.size() - 1; i > 0; --i) stamps[i] -= stamps[i - 1];
  const auto middle = stamps.begin() + static_cast<std::ptrdiff_t>(stamps.size() / 2);
  std::nth_element(stamps.begin() + 1, middle, stamps.end());
  usual_ = *middle;
  return usual_ > 0;
}

/// False: a timestamp falls too far.
bool DecodingGroups::divide() {
  std::vector<std::int64_t> lowest_from(frames_.size());
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = frames_.size(); i-- > 0;) lowest_from[i] = lowest = std::min(lowest, frames_[i].timestamp);
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const std::int64_t timestamp = frames_[i].timestamp;
    if (groups_.empty() || groups_.back().highest < lowest_from[i]) groups_.push_back({i, i, timestamp, timestamp});
    DecodingGroup& group = groups_.back();
    if (group.highest - timestamp > kFarthestFall * usual_) return false;
    group.end = i + 1;
    group.lowest = std::min(group.lowest, timestamp);
    group.highest = std::max(group.highest, timestamp);
    group.has_hole |= frames_[i].missing_within > 0 || (i > group.begin && frames_[i].missing_before > 0);
    longest_ = std::max(longest_, group.size());
  }
  for (std::size_t i = 1; i < groups_.size(); ++i) groups_[i - 1].has_hole |= follows_hole(i);
  return true;
}

bool DecodingGroups::leaves_out_before(std::size_t group) const {
  return 2 * (groups_[group].lowest - groups_[group - 1].highest) > 3 * usual_;
}

/// What it leaves out may have been sent after the record ended.
bool DecodingGroups::leaves_out_within_last() const {
  const DecodingGroup& last = groups_.back();
  const bool first = groups_.size() == 1;
  const std::int64_t before = first ? last.lowest : groups_[groups_.size() - 2].highest;
  const auto frames = static_cast<std::int64_t>(last.size()) - first;
  return 2 * (last.highest - before) > (2 * frames + 1) * usual_;
}

/// Behind a hole or at the beginning: the first group that surely is not of frames whose first one, shown after them,
/// is missing. Its timestamp would be left out before as many frames have come as the longest group has.
std::size_t DecodingGroups::first_counted(std::size_t fresh) const {
  std::size_t counted = fresh;
  const std::size_t begin = groups_[fresh].begin, end = begin + std::min(longest_, kMostLeading);
  for (std::size_t i = fresh + 1; i < groups_.size() && groups_[i].begin < end; ++i) {
    if (follows_hole(i)) return i;
    if (leaves_out_before(i)) counted = i;
  }
  return end > frames_.size() ? groups_.size() : counted;
}

std::size_t DecodingGroups::first_in_order(std::size_t fresh, std::size_t counted) const {
  std::size_t first = fresh;
  while (first < groups_.size() && groups_[first].size() < 2 &&
         groups_[first].begin - groups_[fresh].begin < kMostLeading)
    ++first;
  return std::max(first, counted);
}

void DecodingGroups::judge() {
  std::size_t counted = 0, in_order = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (i == 0 || follows_hole(i)) {
      counted = first_counted(i);
      in_order = first_in_order(i, counted);
    }
    groups_[i].counted = !groups_[i].has_hole && i >= counted;
    groups_[i].in_order = groups_[i].counted && i >= in_order;
  }
  if (leaves_out_within_last()) groups_.back().in_order = false;
}

bool DecodingGroups::find() {
  if (!find_usual_step() || !divide()) return false;
  const auto reordered = std::ranges::count_if(groups_, [](const DecodingGroup& group) { return group.size() > 1; });
  if (static_cast<std::size_t>(reordered) < kFewestReordered) return false;
  judge();
  return true;
}

std::int64_t DecodingGroups::missing_between_frames(std::size_t from, std::size_t to) const {
  const std::size_t end = to < groups_.size() ? groups_[to].begin + 1 : frames_.size();
  std::int64_t missing = 0;
  for (std::size_t i = groups_[from].begin + 1; i < end; ++i) missing += frames_[i].missing_before;
  return missing;
}

/// Of the groups from ... to - 1, around which all frames came.
std::int64_t DecodingGroups::lost_in(std::size_t from, std::size_t to) const {
  const bool begins = from == 0, ends = to == groups_.size();
  const std::int64_t before = begins ? groups_[from].lowest - usual_ : groups_[from - 1].highest;
  const std::int64_t after = ends ? groups_[to - 1].highest + usual_ : groups_[to].lowest;
  const std::int64_t sent = (after - before + usual_ / 2) / usual_ - 1;
  const auto came = static_cast<std::int64_t>(groups_[to - 1].end - groups_[from].begin);
  return std::clamp<std::int64_t>(sent - came, 0, missing_between_frames(from, to));
}

/// The frames lost among groups next to each other are divided among the holes there by their size.
void DecodingGroups::number(std::vector<FrameTurn>& turns) const {
  std::int64_t number = 0, lost = 0, missing = 0, passed = 0, given = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const bool begins = !groups_[i].counted && (i == 0 || groups_[i - 1].counted);
    for (std::size_t place = groups_[i].begin; place < groups_[i].end; ++place) {
      if (place > 0 && frames_[place].missing_before > 0 && missing > 0) {
        passed += frames_[place].missing_before;
        const auto share = static_cast<double>(lost) * static_cast<double>(passed) / static_cast<double>(missing);
        const std::int64_t due = passed >= missing ? lost : static_cast<std::int64_t>(share);
        number += due - given;
        given = due;
      }
      turns[place].number = number++;
      if (!begins || place > groups_[i].begin) continue;
      std::size_t to = i + 1;
      while (to < groups_.size() && !groups_[to].counted) ++to;
      lost = lost_in(i, to);
      missing = missing_between_frames(i, to);
      passed = given = 0;
    }
  }
}

std::vector<FrameTurn> DecodingGroups::turns() const {
  std::vector<FrameTurn> turns(frames_.size());
  number(turns);
  std::vector<std::int64_t> sorted;
  for (const DecodingGroup& group : groups_) {
    if (!group.in_order) continue;
    sorted.clear();
    for (std::size_t i = group.begin; i < group.end; ++i) sorted.push_back(frames_[i].timestamp);
    std::ranges::sort(sorted);
    for (std::size_t i = group.begin; i < group.end; ++i) turns[i].decoding_timestamp = sorted[i - group.begin];
  }
  return turns;
}

/// Of a packet sent later the timestamp is below that of one sent earlier: seen in order of arrival, so that some may
/// be overlooked among packets that overtook each other.
bool any_falls(const PacketColumns& packets) {
  std::size_t fall = 1;
  for (auto before = packets.rtp_timestamp(0); fall < packets.size(); ++fall) {
    const auto timestamp = packets.rtp_timestamp(fall);
    if (*timestamp < *before) break;
    before = timestamp;
  }
  if (fall >= packets.size()) return false;
  std::int64_t highest = packets.sequence(0), its_timestamp = packets.rtp_timestamp(0).value_or(0);
  std::int64_t top = its_timestamp, its_sequence = highest;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const std::int64_t sequence = packets.sequence(i), timestamp = packets.rtp_timestamp(i).value_or(0);
    if (timestamp < top ? sequence > its_sequence : sequence < highest && timestamp > its_timestamp) return true;
    if (timestamp > top) top = timestamp, its_sequence = sequence;
    if (sequence > highest) highest = sequence, its_timestamp = timestamp;
  }
  return false;
}

struct FramesSent {
  std::vector<SentFrame> frames;
  std::vector<std::uint32_t> frame_of;  // of each packet, as it is listed
  std::vector<std::size_t> run_begins;  // the first frame of each run
};

/// Packets of another frame among those of one do not make it two.
FramesSent frames_sent(const PacketOrder& by_sequence, std::span<const RunStart> runs) {
  FramesSent sent{{}, {}, {0}};
  auto next_run = runs.begin() + !runs.empty();
  std::vector<SentFrame>& frames = sent.frames;
  sent.frame_of.resize(by_sequence.size());
  std::size_t frame = 0;
  for (std::size_t rank = 0; rank < by_sequence.size(); ++rank) {
    const std::int64_t timestamp = by_sequence.rtp_timestamp(rank).value_or(0);
    const std::int64_t step = rank > 0 ? by_sequence.sequence(rank) - by_sequence.sequence(rank - 1) : 1;
    const bool is_copy = step == 0;
    for (; next_run != runs.end() && by_sequence.sequence(rank) >= next_run->number; ++next_run)
      sent.run_begins.push_back(frames.size());
    if (!is_copy) {
      const std::size_t oldest = std::max(frames.size() - std::min(frames.size(), kMostTorn), sent.run_begins.back());
      frame = frames.size();
      while (frame > oldest && frames[frame - 1].timestamp != timestamp) --frame;
      if (frame > oldest) {
        --frame;
        frames.back().missing_within += step - 1;
      } else {
        frame = frames.size();
        frames.push_back({timestamp, step - 1});
      }
    }
    sent.frame_of[by_sequence.place(rank)] = static_cast<std::uint32_t>(frame);
  }
  return sent;
}

}  // namespace

std::vector<FrameTurn> decoding_order(std::span<const SentFrame> frames) {
  DecodingGroups groups(frames);
  return groups.find() ? groups.turns() : std::vector<FrameTurn>();
}

namespace {

/// Gives the turns of the frames of all runs; in a run whose frames are sent as they are shown, each is due at its own
/// timestamp.
std::vector<FrameTurn> turns_of_runs(const FramesSent& sent) {
  std::vector<FrameTurn> all;
  bool any_reordered = false;
  std::int64_t next = 0;  // number
  for (std::size_t run = 0; run < sent.run_begins.size(); ++run) {
    const std::size_t begin = sent.run_begins[run];
    const std::size_t end = run + 1 < sent.run_begins.size() ? sent.run_begins[run + 1] : sent.frames.size();
    const std::span frames = std::span(sent.frames).subspan(begin, end - begin);
    std::vector<FrameTurn> turns = decoding_order(frames);
    any_reordered |= !turns.empty();
    if (turns.empty())
      for (const SentFrame& frame : frames) turns.push_back({std::ssize(turns), frame.timestamp});
    for (FrameTurn& turn : turns) turn.number += next;
    if (!turns.empty()) next = turns.back().number + 1;
    all.insert(all.end(), turns.begin(), turns.end());
  }
  return any_reordered ? all : std::vector<FrameTurn>();
}

}  // namespace

void put_decoding_order(StreamInput& stream) {
  const PacketColumns& packets = stream.packets;
  const bool judged = stream.medium_known && stream.medium == Medium::kVideo && !packets.empty();
  if (!judged || packets.any_frame() || !any_falls(packets)) return;
  PacketOrder by_sequence(packets);
  by_sequence.sort_by_sequence();
  const FramesSent sent = frames_sent(by_sequence, stream.runs);
  const std::vector<FrameTurn> turns = turns_of_runs(sent);
  if (turns.empty()) return;
  PacketColumns filled;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    PacketObservation packet = packets[i];
    const FrameTurn& turn = turns[sent.frame_of[i]];
    packet.decoding_frame = turn.number;
    packet.decoding_timestamp = turn.decoding_timestamp;
    filled.push_back(packet);
  }
  stream.packets = std::move(filled);
  stream.notes.push_back(
      "Its frames are sent in another order than they are shown (B frames): lateness, jitter and compensation are by "
      "the time at which each has to be decoded, the k-th smallest timestamp for the k-th frame sent.");
}

}  // namespace jitterscope
