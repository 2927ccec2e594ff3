#include "core/measures/views/snapshot.h"

#include <algorithm>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/thread_row.h"

namespace jitterscope {
namespace {

ParticipantView unknown_participant() {
  ParticipantView view;
  for (const Medium medium : kMedia) {
    view.received[medium].figures.medium = medium;
    view.received[medium].figures.direction = Direction::kReceived;
  }
  return view;
}

}  // namespace

CallSnapshot::CallSnapshot() : conditions(ConditionsView{}) {}
CallSnapshot::CallSnapshot(const CallSnapshot&) = default;
CallSnapshot::CallSnapshot(CallSnapshot&&) noexcept = default;
CallSnapshot& CallSnapshot::operator=(const CallSnapshot&) = default;
CallSnapshot& CallSnapshot::operator=(CallSnapshot&&) noexcept = default;
CallSnapshot::~CallSnapshot() = default;

const ParticipantView& CallSnapshot::participant(ParticipantId id) const& {
  static const ParticipantView unknown = unknown_participant();
  const auto found = std::ranges::find(remotes, id, &ParticipantView::id);
  return found == remotes.end() ? unknown : *found;
}

ParticipantView& CallSnapshot::participant(ParticipantId id) & {
  const auto found = std::ranges::find(remotes, id, &ParticipantView::id);
  if (found != remotes.end()) return *found;
  ParticipantView& added = remotes.emplace_back(unknown_participant());
  added.id = id;
  return added;
}

void take_figures(StreamSnapshot& to, const StreamSnapshot& from) {
  to.interarrival = from.interarrival;
  to.recent_interarrival = from.recent_interarrival;
  to.delay = from.delay;
  to.recent_delay_mean_ms = from.recent_delay_mean_ms;
  to.interarrival_series = from.interarrival_series;
  to.jitter_series = from.jitter_series;
  to.delay_series = from.delay_series;
  to.loss_series = from.loss_series;
}

CallSnapshot completed(CallSnapshot of, const CallSnapshot& later) {
  const auto lacks = [&](ViewKind view) { return !of.made.wants(view); };
  for (const ParticipantView& from : later.remotes)
    for (const Medium medium : kMedia) {
      const ReceivedView& there = from.received[medium];
      ReceivedView& here = of.received(medium, from.id);
      if (lacks(ViewKind::kSplit)) here.split = there.split;
      if (lacks(ViewKind::kMeasures)) here.measures = there.measures;
      if (lacks(ViewKind::kCompensation)) here.compensation = there.compensation;
    }
  of.made.add({{ViewKind::kSplit}, {ViewKind::kMeasures}, {ViewKind::kCompensation}});
  return of;
}

}  // namespace jitterscope
