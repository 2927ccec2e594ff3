#include "core/measures/tracks/streams/delay_track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units/plain_digits.h"

namespace jitterscope {
namespace {

constexpr std::size_t index_of(DelayPart part) {
  return static_cast<std::size_t>(part);
}

}  // namespace

DelayTrack::Group DelayTrack::group_of(const DelaySplit& split) {
  if (!split.whole) return kNoWhole;
  return split.last == DelayPart::kDisplay ? kAtTheEnd : kHandedOver;
}

DelayTrack::Group DelayTrack::usual(std::int64_t handed_over, std::int64_t at_the_end) {
  const auto end = usual_end(handed_over, at_the_end);
  return !end ? kNoWhole : end == DelayPart::kDisplay ? kAtTheEnd : kHandedOver;
}

void DelayTrack::take(const DelaySplit& split) {
  any_ = true;
  Recent& recent = recent_[group_of(split)];
  for (std::size_t i = 0; i < kDelayParts; ++i)
    if (split.parts[i]) recent.parts[i].add(split.at, split.parts[i]->ms());
  if (split.whole) recent.whole.add(split.at, split.whole->ms());
  if (split.system && split.network) {
    system_.add(split.at, split.system->ms());
    network_.add(split.at, split.network->ms());
    waiting_.add(split.at, split.waiting->ms());
    kernel_.add(split.at, split.part(DelayPart::kKernel)->ms());
  }
  add_to_moment(split);
}

void DelayTrack::add_to_moment(const DelaySplit& split) {
  Moment& moment = moment_of(static_cast<std::int64_t>(std::floor((split.at - span_.began).seconds())));
  const Group group = group_of(split);
  ++moment.units[group];
  for (std::size_t i = 0; i < kDelayParts; ++i)
    if (split.parts[i]) moment.parts[group][i].add(split.parts[i]->ms());
  if (split.waiting) moment.owners[Moment::kWaiting].add(split.waiting->ms());
  if (!split.system || !split.network) return;
  moment.owners[Moment::kSystem].add(split.system->ms());
  moment.owners[Moment::kNetwork].add(split.network->ms());
  moment.owners[Moment::kBound].add(split.clock_bound_ms.value_or(0));
}

/// Splits come nearly in order; one of an earlier moment counts in the newest.
DelayTrack::Moment& DelayTrack::moment_of(std::int64_t second) {
  second -= second % width_;
  if (moments_.empty() || second > moments_.back().second) {
    if (moments_.size() >= kMostMoments) {
      halve_resolution();
      return moment_of(second);
    }
    moments_.emplace_back().second = second;
  }
  return moments_.back();
}

void DelayTrack::halve_resolution() {
  width_ *= 2;
  std::vector<Moment> halved;
  for (const Moment& moment : moments_) {
    const std::int64_t second = moment.second - moment.second % width_;
    if (halved.empty() || halved.back().second != second) halved.emplace_back().second = second;
    Moment& into = halved.back();
    const auto add = [](auto& to, const auto& from) {
      for (std::size_t i = 0; i < from.size(); ++i) to[i].add(from[i].sum, from[i].n);
    };
    for (std::size_t group = 0; group < kGroups; ++group) {
      into.units[group] += moment.units[group];
      add(into.parts[group], moment.parts[group]);
    }
    add(into.owners, moment.owners);
  }
  moments_ = std::move(halved);
}

DelayTrack::Group DelayTrack::usual_of(const Moment& moment) {
  return usual(moment.units[kHandedOver], moment.units[kAtTheEnd]);
}

DelaySplitView::Moment DelayTrack::view_of(const Moment& moment) const {
  DelaySplitView::Moment shown;
  shown.at_s = static_cast<double>(moment.second) + static_cast<double>(width_) / 2;
  std::ranges::transform(moment.parts[usual_of(moment)], shown.parts.begin(), &Sum::mean);
  const auto mean = [&](std::size_t owner) { return moment.owners[owner].mean(); };
  shown.waiting = mean(Moment::kWaiting);
  shown.os_share = delay_shares(mean(Moment::kSystem), mean(Moment::kNetwork), mean(Moment::kBound)).system;
  return shown;
}

std::optional<DelaySplitView> DelayTrack::view(Timestamp now) {
  if (!any_) return std::nullopt;
  DelaySplitView view;
  view.of_stretch = span_.from.has_value();
  const SampleFigures handed_over = recent_[kHandedOver].whole.figures(now),
                      at_the_end = recent_[kAtTheEnd].whole.figures(now);
  const Group group = usual(handed_over.n, at_the_end.n);
  for (std::size_t i = 0; i < kDelayParts; ++i)
    if (SampleFigures figures = recent_[group].parts[i].figures(now); figures.n > 0) view.parts[i] = figures;
  if (group != kNoWhole) {
    view.last = group == kAtTheEnd ? DelayPart::kDisplay : DelayPart::kPlayout;
    view.whole = group == kAtTheEnd ? at_the_end : handed_over;
  }
  view.clock_bound_ms = splitter_.clock_bound_ms();
  view.os_ms = system_.mean(now);
  view.network_ms = network_.mean(now);
  view.waiting_ms = waiting_.mean(now);
  view.kernel_ms = kernel_.mean(now);
  const DelayShares shares = delay_shares(view.os_ms, view.network_ms, view.clock_bound_ms);
  view.os_share = shares.system;
  view.network_share = shares.network;
  view.unknown = unknown(view, handed_over.n, at_the_end.n);
  if (group == kAtTheEnd && handed_over.n > 0)
    view.units =
        fmt::format("{} of {} {} of {} {}: the parts and the whole are of those.", at_the_end.n,
                    at_the_end.n + handed_over.n, medium_ == Medium::kVideo ? "pictures" : "blocks",
                    span_.recent_words(), medium_ == Medium::kVideo ? "were painted" : "came from a loudspeaker");
  view.series.reserve(moments_.size());
  for (const Moment& moment : moments_) {
    const bool begun = &moment == &moments_.back() && usual_of(moment) != group;  // no picture of it is painted yet
    if (!begun) view.series.push_back(view_of(moment));
  }
  return view;
}

/// The first reason of each group of parts that has no sample.
std::string DelayTrack::unknown(const DelaySplitView& view, std::int64_t handed_over, std::int64_t at_the_end) const {
  std::string text;
  const auto say = [&](std::string_view sentence) {
    if (!text.empty()) text += ' ';
    text += sentence;
  };
  const auto missing = [&](DelayPart part) { return !view.parts[index_of(part)]; };
  if (missing(DelayPart::kCapture))
    say(splitter_.told() ? "The remote has not told of its side lately: all up to the link is unknown, and the whole."
                         : "The remote does not tell of its side (another program, or not yet): all up to the "
                           "link is unknown, and the whole.");
  else if (missing(DelayPart::kLink) && !view.clock_bound_ms)
    say("The clocks of the two ends are not compared yet: the link and the whole are unknown.");
  else if (missing(DelayPart::kSocket) || missing(DelayPart::kQueue))
    say("The remote's kernel gives no transmit stamps: socket and queue lie within the link.");
  else if (view.os_ms && !view.os_share)
    say(fmt::format("The clocks agree only within ± {} ms: too wide for shares.",
                    plain_digits(view.clock_bound_ms.value_or(0), 2)));
  if (missing(DelayPart::kKernel)) say("The kernel gives no receive stamps: kernel to user lies within the link.");
  if (missing(DelayPart::kDisplay) && medium_ == Medium::kVideo)
    say((at_the_end > 0 ? fmt::format("Only {} of {} pictures", at_the_end, at_the_end + handed_over)
                        : std::string("No picture")) +
        fmt::format(" of {} {} painted: the whole ends where they are handed over.", span_.recent_words(),
                    at_the_end > 1 ? "were" : "was"));
  if (missing(DelayPart::kDisplay) && medium_ == Medium::kAudio)
    say(fmt::format("{} {}: the whole ends where the sound is handed over.",
                    at_the_end > 0 ? "A speaker was open for less than a tenth of" : "No speaker was open in",
                    span_.recent_words()));
  return text;
}

}  // namespace jitterscope
