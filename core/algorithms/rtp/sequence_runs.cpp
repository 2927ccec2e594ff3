#include "core/algorithms/rtp/sequence_runs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope::rtp {
namespace {

constexpr std::int64_t kNext = 16, kAhead = 3000, kBehind = 512;
constexpr double kHalfCycle = 32768, kCycle = 65536;
constexpr Duration kSilence = Duration::seconds(1), kCopyWithin = Duration::seconds(2);
constexpr double kAgreeWithin = 1;                // s
constexpr std::int64_t kNearTimestamp = 1 << 24;  // where the pace is not known: three minutes at 90 kHz
constexpr std::size_t kFewestSteps = 8;
constexpr int kGoesOn = 3;        // packets by which a run goes on
constexpr double kSteady = 0.01;  // by which a steady step varies

std::int64_t near(std::int64_t highest, std::uint16_t sequence) {
  return highest +
         static_cast<std::int16_t>(static_cast<std::uint16_t>(sequence - static_cast<std::uint16_t>(highest)));
}

std::int64_t units_between(std::int64_t from, std::uint32_t to) {
  return static_cast<std::int32_t>(to - static_cast<std::uint32_t>(from));
}

}  // namespace

void SequenceRuns::Pace::add(const Step& step) {
  Step& place = steps[next];
  time_ns += step.time_ns - place.time_ns;
  numbers += step.numbers - place.numbers;
  units += step.units - place.units;
  place = step;
  next = (next + 1) % kSteps;
  count = std::min(count + 1, kSteps);
}

bool SequenceRuns::Pace::known() const {
  return count >= kFewestSteps && time_ns > 0 && units > 0;
}

std::optional<double> SequenceRuns::Pace::units_a_packet() const {
  double least = INFINITY, most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double each = static_cast<double>(steps[i].units) / steps[i].numbers;
    least = std::min(least, each);
    most = std::max(most, each);
  }
  return least > 0 && most <= least * (1 + kSteady) ? std::optional(least) : std::nullopt;
}

std::optional<double> SequenceRuns::timestamp_rate_hz() const {
  return started_ && now_.head.pace.known() ? std::optional(now_.head.pace.units_a_second()) : std::nullopt;
}

/// Timestamps go on, as rule 2 has it.
bool SequenceRuns::agrees(const Head& head, const Step& step) {
  if (!head.pace.known()) return std::abs(step.units) < kNearTimestamp;
  const double rate = head.pace.units_a_second(), units = static_cast<double>(step.units);
  const double by_number =
      static_cast<double>(step.numbers) * static_cast<double>(head.pace.units) / static_cast<double>(head.pace.numbers);
  if (std::abs(units - by_number) <= kAgreeWithin * rate) return true;
  return step.numbers > 0 && std::abs(units - step.time.seconds() * rate) <= kAgreeWithin * rate;
}

std::optional<std::int64_t> SequenceRuns::after_silence(const Head& head, const RunPacket& packet,
                                                        const Step& step) const {
  if (step.time < kSilence || !head.pace.known()) return std::nullopt;
  const double rate = head.pace.units_a_second(), seconds = step.time.seconds();
  if (std::abs(static_cast<double>(step.units) - seconds * rate) > kAgreeWithin * rate) return std::nullopt;
  const double packets_a_second = head.pace.packets_a_second();
  const auto each = head.pace.units_a_packet();
  double ahead = each ? static_cast<double>(step.units) / *each : packets_a_second * seconds;
  const auto last = std::ranges::upper_bound(counts_, head.at, {}, &SenderCountAt::at);
  const auto next = std::ranges::lower_bound(counts_, packet.at, {}, &SenderCountAt::at);
  if (last != counts_.begin() && next != counts_.end()) {
    const SenderCountAt& before = *std::prev(last);
    const Duration counted_else = (head.at - before.at) + (next->at - packet.at);
    ahead = static_cast<double>(next->packets - before.packets) - packets_a_second * counted_else.seconds();
  }
  const double cycles = std::round((ahead - static_cast<double>(step.numbers)) / kCycle);
  const std::int64_t number = head.highest + step.numbers + static_cast<std::int64_t>(cycles * kCycle);
  return number > head.highest ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> SequenceRuns::number_of(const Head& head, const RunPacket& packet) const {
  const std::int64_t number = near(head.highest, packet.sequence);
  const Step step{number - head.highest, units_between(head.timestamp, packet.timestamp), packet.at - head.at};
  if (step.numbers >= 1 && step.numbers <= kNext) return number;
  const double passed = head.pace.known() ? head.pace.packets_a_second() * step.time.seconds() : 0;
  const bool within = step.numbers >= -kBehind && step.numbers <= kAhead;
  if (within && passed < kHalfCycle && agrees(head, step)) return number;
  return after_silence(head, packet, step);
}

void SequenceRuns::take(Head& head, std::int64_t number, const RunPacket& packet) {
  const std::int64_t units = units_between(head.timestamp, packet.timestamp), numbers = number - head.highest;
  const Duration time = packet.at - head.at;
  if (numbers <= 0) return;
  if (numbers > kNext || time >= kSilence || time < Duration() || std::abs(units) >= kNearTimestamp) {
    head.since = {};
  } else {
    head.since.time_ns += time.ns();
    head.since.numbers += static_cast<std::int32_t>(numbers);
    head.since.units += static_cast<std::int32_t>(units);
    if (units != 0) head.pace.add(std::exchange(head.since, {}));
  }
  head.highest = number;
  head.timestamp += units;
  head.at = packet.at;
}

std::optional<RunPlace> SequenceRuns::fit(Numbering& numbering, const RunPacket& packet) const {
  Head& head = numbering.head;
  const std::int64_t nearest = near(head.highest, packet.sequence), behind = head.highest - nearest;
  const bool past = packet.of_the_past && behind > 0;
  const std::optional<std::int64_t> number = past ? std::optional(nearest) : number_of(head, packet);
  if (!number) return std::nullopt;
  RunPlace place{head.run, *number, head.timestamp + units_between(head.timestamp, packet.timestamp), false};
  if (past && behind >= kRemembered) return place;
  Seen& seen = numbering.place(*number);
  if (seen.number == *number) {
    place.duplicate = true;
    const bool copy = seen.timestamp == packet.timestamp && packet.at - seen.at <= kCopyWithin;
    return copy || past ? std::optional(place) : std::nullopt;
  }
  seen = {*number, packet.timestamp, packet.at};
  take(head, *number, packet);
  return place;
}

void SequenceRuns::restart() {
  started_ = has_before_ = false;
  other_count_ = held_count_ = 0;
  runs_ = 0;
}

void SequenceRuns::begin(const RunPacket& first) {
  std::ranges::fill(now_.seen, Seen{});
  now_.head = {runs_++, first.sequence, first.timestamp, first.at};
  now_.place(first.sequence) = {first.sequence, first.timestamp, first.at};
  started_ = true;
}

bool SequenceRuns::follows(const RunPacket& before, const RunPacket& packet) {
  const std::int64_t numbers = near(before.sequence, packet.sequence) - before.sequence;
  return numbers >= 1 && numbers <= kNext &&
         std::abs(units_between(before.timestamp, packet.timestamp)) < kNearTimestamp;
}

/// The last of as many packets that follow each other as it takes.
SequenceRuns::Answer SequenceRuns::begin_of_held(const RunPacket& packet) {
  std::swap(now_, before_);
  has_before_ = true;
  returned_ = 0;
  begin(held_[0]);
  Answer answer{Verdict::kBegins};
  answer.held[0] = {now_.head.run, held_[0].sequence, held_[0].timestamp};
  if (held_count_ > 1) answer.held[1] = *fit(now_, held_[1]);
  answer.place = *fit(now_, packet);
  held_count_ = 0;
  return answer;
}

bool SequenceRuns::is_other(const RunPacket& packet) {
  for (Head& other : std::span(others_).first(other_count_)) {
    const auto number = number_of(other, packet);
    if (!number) continue;
    take(other, *number, packet);
    return true;
  }
  return false;
}

SequenceRuns::Answer SequenceRuns::add(const RunPacket& packet) {
  if (!started_) {
    begin(packet);
    return {Verdict::kPlaced, {now_.head.run, packet.sequence, packet.timestamp}};
  }
  const std::int64_t highest = now_.head.highest;
  if (const auto place = fit(now_, packet)) {
    const bool goes_on = now_.head.highest > highest;
    return {Verdict::kPlaced, *place, {}, goes_on ? std::exchange(held_count_, 0) : 0};
  }
  if (is_other(packet)) return {Verdict::kOther};
  if (has_before_) {
    const std::int64_t end = before_.head.highest;
    if (const auto place = fit(before_, packet)) {
      returned_ += before_.head.highest > end;
      if (returned_ < kGoesOn) return {Verdict::kEarlier, *place};
      if (other_count_ < others_.size()) others_[other_count_++] = now_.head;
      std::swap(now_, before_);
      has_before_ = false;
      return {Verdict::kResumes, *place, {}, std::exchange(held_count_, 0)};
    }
  }
  Answer answer{Verdict::kHeld};
  if (held_count_ > 0 && !follows(held_[held_count_ - 1], packet)) answer.given_up = std::exchange(held_count_, 0);
  if (held_count_ > 0 && (held_count_ == held_.size() || packet.of_one_run)) return begin_of_held(packet);
  held_[held_count_++] = packet;
  return answer;
}

}  // namespace jitterscope::rtp
