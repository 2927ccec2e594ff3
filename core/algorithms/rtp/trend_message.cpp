#include "core/algorithms/rtp/trend_message.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/rtp/byte_order.h"

namespace jitterscope::rtp {
namespace {

constexpr std::array<char, 4> kTrendName{'J', 'S', 'T', 'R'};
enum Content : std::uint8_t { kReport = 1, kJudgeFrom = 2 };  // bits of the subtype
constexpr std::size_t kReportBytes = 64, kJudgeFromBytes = 4;
constexpr std::uint32_t kAbsent = 0xFFFFFFFF;
constexpr std::uint8_t kNoPhase = 0, kNoVerdict = 0x80;
constexpr int kPhases = 4;
constexpr double kRatioUnits = 32767, kVerdictUnits = 2, kMicroseconds = 1e3;

std::uint32_t ratio_bits(float ratio) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(static_cast<double>(ratio), -1.0, 1.0) * kRatioUnits));
}

std::optional<float> read_ratio(const std::uint8_t* p) {
  const auto units = static_cast<std::int16_t>(read16(p));
  if (units < -kRatioUnits) return std::nullopt;
  return static_cast<float>(units / kRatioUnits);
}

std::uint32_t time_bits(double ms) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lround(std::clamp(ms * kMicroseconds, -2e9, 2e9))));
}

double read_time_ms(const std::uint8_t* p) {
  return static_cast<std::int32_t>(read32(p)) / kMicroseconds;
}

/// False: no such verdict.
bool read_verdict(std::uint8_t bits, std::optional<double>& verdict) {
  if (bits == kNoVerdict) return true;
  verdict = static_cast<std::int8_t>(bits) / kVerdictUnits;
  return std::abs(*verdict) <= 1;
}

void write_report(std::uint8_t*& p, const TrendReported& report) {
  write32(p, report.ssrc);
  write32(p, static_cast<std::uint32_t>(report.end_sequence));
  write32(p, static_cast<std::uint32_t>(report.judged_from));
  for (const auto& phase : report.phase) write8(p, phase ? 1u + static_cast<std::uint32_t>(*phase) : kNoPhase);
  write8(p, report.verdict ? static_cast<std::uint8_t>(std::lround(*report.verdict * kVerdictUnits)) : kNoVerdict);
  for (std::size_t i = 0; i < kTrendScales; ++i) {
    write16(p, ratio_bits(report.pct[i].value_or(0)));
    write16(p, ratio_bits(report.pdt[i].value_or(0)));
  }
  for (const double ms : {report.epsilon_ms, report.noise_ms, report.rise_ms}) write32(p, time_bits(ms));
  write32(p, report.delay_ms ? std::min(time_bits(*report.delay_ms), kAbsent - 1) : kAbsent);
  for (const std::uint32_t count :
       {report.audio_expected, report.audio_lost, report.video_packets, report.video_lost, report.video_bytes})
    write32(p, count);
}

std::optional<TrendReported> read_trend_report(const std::uint8_t* p) {
  TrendReported report;
  report.direction = Direction::kReceived;
  report.ssrc = read32(p);
  report.end_sequence = read32(p + 4);
  report.judged_from = read32(p + 8);
  for (std::size_t i = 0; i < kTrendScales; ++i) {
    if (p[12 + i] > kPhases) return std::nullopt;
    if (p[12 + i] == kNoPhase) continue;
    report.phase[i] = static_cast<TrendPhase>(p[12 + i] - 1);
    report.pct[i] = read_ratio(p + 16 + 4 * i);
    report.pdt[i] = read_ratio(p + 18 + 4 * i);
    if (!report.pct[i] || !report.pdt[i]) return std::nullopt;
  }
  if (!read_verdict(p[15], report.verdict)) return std::nullopt;
  report.epsilon_ms = read_time_ms(p + 28);
  report.noise_ms = read_time_ms(p + 32);
  report.rise_ms = read_time_ms(p + 36);
  if (report.epsilon_ms < 0 || report.noise_ms < 0 || report.rise_ms < 0) return std::nullopt;
  if (read32(p + 40) != kAbsent) report.delay_ms = read_time_ms(p + 40);
  report.audio_expected = read32(p + 44);
  report.audio_lost = read32(p + 48);
  report.video_packets = read32(p + 52);
  report.video_lost = read32(p + 56);
  report.video_bytes = read32(p + 60);
  return report;
}

}  // namespace

std::size_t write_trend_message(Bytes out, std::uint32_t ssrc, const TrendMessage& message) {
  std::array<std::uint8_t, kReportBytes + kJudgeFromBytes> data;
  std::uint8_t* p = data.data();
  std::uint8_t content = 0;
  if (message.report) content |= kReport, write_report(p, *message.report);
  if (message.judge_from) content |= kJudgeFrom, write32(p, *message.judge_from);
  const ConstBytes written(data.data(), p);
  RtcpWriter writer(out);
  const bool done = content != 0 && out.size() >= 8 + 12 + written.size() && writer.receiver_report(ssrc, {}) &&
                    writer.app({content, ssrc, kTrendName, written});
  return done ? writer.size() : 0;
}

std::optional<TrendMessage> parse_trend_message(const AppPacket& packet) {
  const bool report = packet.subtype & kReport, judge_from = packet.subtype & kJudgeFrom;
  const std::size_t bytes = (report ? kReportBytes : 0) + (judge_from ? kJudgeFromBytes : 0);
  if (packet.name != kTrendName || packet.subtype == 0 || packet.subtype > (kReport | kJudgeFrom)) return std::nullopt;
  if (packet.data.size() != bytes) return std::nullopt;
  TrendMessage message;
  if (report && !(message.report = read_trend_report(packet.data.data()))) return std::nullopt;
  if (judge_from) message.judge_from = read32(packet.data.data() + bytes - kJudgeFromBytes);
  return message;
}

}  // namespace jitterscope::rtp
