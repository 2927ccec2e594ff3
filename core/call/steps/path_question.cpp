#include "core/call/steps/path_question.h"

#include <array>
#include <utility>

#include "core/algorithms/rtp/path_probe.h"
#include "core/call/steps/rtcp_step.h"

namespace jitterscope {
namespace {

constexpr Duration kPeriod = Duration::ms(100), kLatePeriod = Duration::seconds(1);
constexpr int kTimesAtFirst = 30;  // of a port that does not answer: from then on it is asked once a second
constexpr Duration kLookPeriod = Duration::seconds(1);

}  // namespace

Timestamp PathQuestion::ask(Timestamp now) {
  board_.asked.update();
  Timestamp due = now + kLookPeriod;
  for (const Medium medium : kMedia) {
    const std::uint64_t token = board_.asked.front()[medium];
    const RtcpStream& own = streams_[static_cast<std::size_t>(medium)];
    const std::uint32_t remote_ssrc = own.sources.empty() ? 0 : own.sources.front().ssrc.value_or(0);
    const auto& answered = board_.answered[static_cast<std::size_t>(medium)];
    if (token == 0 || answered.load(std::memory_order_relaxed) == token || remote_ssrc == 0) continue;
    const bool first = std::exchange(asked_[medium], token) != token;
    if (first) times_ = 0;
    if (first || now >= next_) {
      std::array<std::uint8_t, rtp::kPathProbeBytes> bytes;
      rtp::write_path_probe(bytes, {false, own.ssrc, token, remote_ssrc});
      sink_.probe(medium, bytes);
    }
    due = now + kPeriod;
  }
  if (now >= next_) next_ = now + (++times_ < kTimesAtFirst ? kPeriod : kLatePeriod);
  return due;
}

void PathQuestion::take(Medium medium, const rtp::PathProbe& probe) {
  const auto place = static_cast<std::size_t>(medium);
  if (probe.asked_ssrc != streams_[place].ssrc) return;
  if (probe.answer) return board_.answered[place].store(probe.token, std::memory_order_relaxed);
  std::array<std::uint8_t, rtp::kPathProbeBytes> bytes;
  rtp::write_path_probe(bytes, probe.answered());
  sink_.send(medium, bytes);
}

}  // namespace jitterscope
