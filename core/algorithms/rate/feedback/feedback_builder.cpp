#include "core/algorithms/rate/feedback/feedback_builder.h"

#include <algorithm>
#include <iterator>

namespace jitterscope {
namespace {

constexpr std::int64_t kKept = 1000;  // packets before the newest that may still come
constexpr std::int32_t kHead = 8, kReportTime = 4, kStreamHead = 8, kWord = 4, kPacket = 2;  // RFC 8888 §3.1

}  // namespace

void FeedbackBuilder::add(Medium medium, std::uint32_t ssrc, std::int64_t sequence, Timestamp at, Ecn ecn) {
  const auto [found, is_new] = streams_.try_emplace({medium, ssrc});
  Stream& stream = found->second;
  if (is_new) stream.next = sequence;
  if (sequence < stream.next && !stream.missing.contains(sequence)) return;
  const auto [before, first] = stream.came.try_emplace(sequence, Came{at, ecn});
  if (!first && ecn == Ecn::kCongestion) before->second.ecn = ecn;
  news_ = true;
}

std::vector<FeedbackRecord> FeedbackBuilder::take() {
  std::vector<FeedbackRecord> records;
  news_ = false;
  for (auto& [name, stream] : streams_) {
    const auto tell = [&, medium = name.first, ssrc = name.second](std::int64_t sequence, const Came* came) {
      if (came)
        records.push_back({medium, ssrc, sequence, true, came->at, came->ecn});
      else
        records.push_back({.medium = medium, .ssrc = ssrc, .sequence = sequence});
    };
    for (const auto& [sequence, came] : stream.came) {
      stream.missing.erase(sequence);
      for (stream.next = std::max(stream.next, sequence - kKept); stream.next < sequence; ++stream.next) {
        stream.missing.insert(stream.next);
        tell(stream.next, nullptr);
      }
      tell(sequence, &came);
      stream.next = std::max(stream.next, sequence + 1);
    }
    stream.came.clear();
    stream.missing.erase(stream.missing.begin(), stream.missing.lower_bound(stream.next - kKept));
  }
  return records;
}

std::int32_t feedback_bytes(std::span<const FeedbackRecord> packets) {
  std::int32_t bytes = kHead + kReportTime;
  for (auto begin = packets.begin(); begin != packets.end();) {
    const auto is_other = [&](const FeedbackRecord& packet) {
      return packet.medium != begin->medium || packet.ssrc != begin->ssrc;
    };
    const auto end = std::find_if(begin, packets.end(), is_other);
    const auto told = static_cast<std::int32_t>(std::prev(end)->sequence - begin->sequence + 1);
    bytes += kStreamHead + (told * kPacket + kWord - 1) / kWord * kWord;
    begin = end;
  }
  return bytes;
}

}  // namespace jitterscope
