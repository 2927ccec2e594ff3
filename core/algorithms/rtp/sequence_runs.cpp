#include "core/algorithms/rtp/sequence_runs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope::rtp {
namespace {

constexpr std::int64_t kNext = 16, kAhead = 3000, kBehind = 512;
constexpr double kCycle = 65536, kHalfCycle = 32768;
constexpr std::int64_t kBeside = 64;  // numbers in which a lower one's neighbours are looked for
constexpr double kForetold = 512;     // numbers by which what is foretold may be wrong
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

/// Timestamps go on, as rule 2 has it.
bool SequenceRuns::agrees(const Head& head, const Step& step) {
  if (!head.pace.known()) return std::abs(step.units) < kNearTimestamp;
  const double rate = head.pace.units_a_second(), units = static_cast<double>(step.units);
  const double by_number =
      static_cast<double>(step.numbers) * static_cast<double>(head.pace.units) / static_cast<double>(head.pace.numbers);
  const double within = (step.numbers > kAhead ? 0.1 : kAgreeWithin) * rate;
  if (std::abs(units - by_number) <= within) return true;
  return step.numbers > 0 && step.numbers <= kAhead && std::abs(units - step.time.seconds() * rate) <= within;
}

/// Whether a number may be so far ahead or behind.
bool SequenceRuns::is_due(const Head& head, const Step& step) {
  if (!head.pace.known()) return step.numbers >= -kBehind && step.numbers <= kAhead;
  const double a_second = head.pace.packets_a_second(), passed = a_second * step.time.seconds();
  const auto numbers = static_cast<double>(step.numbers);
  if (step.numbers <= 0)
    return numbers >= -std::clamp(a_second, double{kBehind}, static_cast<double>(kRemembered - kBeside));
  return passed < kHalfCycle && numbers <= std::max(passed + a_second, double{kBehind}) + kNext;
}

/// True where the timestamp of a number that has not come lies between those beside it.
bool SequenceRuns::lies_between(const Numbering& known, std::int64_t number, std::uint32_t timestamp) {
  const auto beside = [&](int step) -> const Seen* {
    for (std::int64_t i = 1; i <= kBeside; ++i)
      if (const Seen& seen = known.place(number + i * step); seen.number == number + i * step) return &seen;
    return nullptr;
  };
  const Seen *before = beside(-1), *after = beside(1);
  return before && after && timestamp - before->timestamp <= after->timestamp - before->timestamp;
}

std::optional<std::int64_t> SequenceRuns::after_silence(const Head& head, const RunPacket& packet,
                                                        const Step& step) const {
  if (step.time < kSilence || !head.pace.known()) return std::nullopt;
  const double rate = head.pace.units_a_second(), seconds = step.time.seconds();
  if (std::abs(static_cast<double>(step.units) - seconds * rate) > kAgreeWithin * rate) return std::nullopt;
  const double packets_a_second = head.pace.packets_a_second();
  const auto each = head.pace.units_a_packet();
  double ahead = each ? static_cast<double>(step.units) / *each : packets_a_second * seconds;
  double within = kForetold + (each ? 0 : ahead / 4);
  const auto last = std::ranges::upper_bound(counts_, head.at, {}, &SenderCountAt::at);
  const auto next = std::ranges::lower_bound(counts_, packet.at, {}, &SenderCountAt::at);
  if (last != counts_.begin() && next != counts_.end()) {
    const SenderCountAt& before = *std::prev(last);
    const Duration counted_else = (head.at - before.at) + (next->at - packet.at);
    ahead = static_cast<double>(next->packets - before.packets) - packets_a_second * counted_else.seconds();
    within = kForetold + ahead / 10;
  }
  const double cycles = std::round((ahead - static_cast<double>(step.numbers)) / kCycle);
  const std::int64_t number = head.highest + step.numbers + static_cast<std::int64_t>(cycles * kCycle);
  const bool foretold = std::abs(static_cast<double>(number - head.highest) - ahead) <= within;
  if (foretold && number > head.highest) return number;
  // It paused without sending, and then lost a little.
  return step.numbers > 0 && step.numbers <= kForetold ? std::optional(head.highest + step.numbers) : std::nullopt;
}

std::optional<std::int64_t> SequenceRuns::number_of(const Head& head, const RunPacket& packet,
                                                    const Numbering* known) const {
  const std::int64_t number = near(head.highest, packet.sequence);
  const Step step{number - head.highest, units_between(head.timestamp, packet.timestamp), packet.at - head.at};
  if (step.numbers >= 1 && step.numbers <= kNext) return number;
  if (is_due(head, step)) {
    if (agrees(head, step)) return number;
    const bool missed = known && step.numbers < 0 && known->place(number).number != number;
    if (missed && lies_between(*known, number, packet.timestamp)) return number;
  }
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
  const std::optional<std::int64_t> number = past ? std::optional(nearest) : number_of(head, packet, &numbering);
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

/// Whether it stands beside the last one that is held; it may be a copy, or one that was overtaken.
bool SequenceRuns::follows_held(const RunPacket& packet) const {
  const RunPacket& last = held_[held_count_ - 1];
  const std::int64_t numbers = near(last.sequence, packet.sequence) - last.sequence;
  return std::abs(numbers) <= kNext && std::abs(units_between(last.timestamp, packet.timestamp)) < kNearTimestamp &&
         (numbers != 0 || last.timestamp == packet.timestamp);
}

/// Whether, with it, as many different numbers follow each other as a run takes.
bool SequenceRuns::is_enough(const RunPacket& packet) const {
  int numbers = 1;
  for (std::size_t i = 0; i < held_count_; ++i) {
    bool is_new = held_[i].sequence != packet.sequence;
    for (std::size_t j = 0; j < i; ++j) is_new &= held_[i].sequence != held_[j].sequence;
    numbers += is_new;
  }
  return numbers >= (packet.of_one_run ? 2 : 3);
}

SequenceRuns::Answer SequenceRuns::begin_of_held(const RunPacket& packet) {
  std::swap(now_, before_);
  has_before_ = true;
  returned_ = 0;
  begin(held_[0]);
  held_places_[0] = {now_.head.run, held_[0].sequence, held_[0].timestamp};
  const auto put = [&](const RunPacket& each) {
    // They are so near that one that does not fit is a copy with another timestamp: it stands where its number is.
    return fit(now_, each)
        .value_or(RunPlace{now_.head.run, near(now_.head.highest, each.sequence), each.timestamp, true});
  };
  for (std::size_t i = 1; i < held_count_; ++i) held_places_[i] = put(held_[i]);
  Answer answer{Verdict::kBegins};
  answer.place = put(packet);
  answer.held = std::span(held_places_).first(std::exchange(held_count_, 0));
  return answer;
}

bool SequenceRuns::is_other(const RunPacket& packet) {
  for (Head& other : std::span(others_).first(other_count_)) {
    const auto number = number_of(other, packet, nullptr);
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
  if (held_count_ > 0 && (held_count_ == kMostHeld || !follows_held(packet)))
    answer.given_up = std::exchange(held_count_, 0);
  if (held_count_ > 0 && is_enough(packet)) return begin_of_held(packet);
  held_[held_count_++] = packet;
  return answer;
}

}  // namespace jitterscope::rtp
