#include "ui/words/unknown_words.h"

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/tr.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {

QString tip_of(const QString& text, const QString& tip, const QString& reason) {
  if (!text.isEmpty() && !text.contains(kDash)) return tip;
  return tip.isEmpty() ? kDash + " " + reason : tip + "\n" + kDash + " " + reason;
}

QString why_nothing_sent() {
  return Tr::tr("Nothing of it is sent.");
}

QString why_nothing_received(const StreamSnapshot& received) {
  return received.ended ? Tr::tr("It has been stopped, so nothing is received.")
                        : Tr::tr("Nothing of it has been received.");
}

QString why_no_summary(bool over) {
  return over ? Tr::tr("There is no summary of the remote in it.") : Tr::tr("The remote has sent no summary.");
}
QString why_remote_silent() {
  return Tr::tr("The remote’s summaries do not tell it.");
}
QString stale_words(const Boxed<PeerView>& peer) {
  if (!peer || peer->age_s < kReportHolds.seconds()) return {};
  return Tr::tr("no report from the remote for %1 s").arg(static_cast<int>(peer->age_s));
}
QString sent_ago_words(const CallSnapshot& now, Medium medium, bool over) {
  constexpr double kWorthSaying_s = 3;
  const Boxed<PeerView>& peer = now.reported(medium).figures;
  if (over || shown_stretch(now) || !peer || peer->sent_ago_s.value_or(0) < kWorthSaying_s) return {};
  if (!stale_words(peer).isEmpty()) return {};
  return Tr::tr("up to what was sent %1 s ago").arg(static_cast<int>(*peer->sent_ago_s + peer->age_s));
}
QString why_not_at_sender() {
  return Tr::tr("Only where the packets arrive can it be told: see remote.");
}
QString why_too_few() {
  return Tr::tr("Too little has come to tell it.");
}

QString why_no_delay(const StreamSnapshot& received, const ConditionsView& conditions) {
  const bool send_times_known = received.jitter_on_send_times_ms.has_value();
  if (received.foreign && !send_times_known) return Tr::tr("Plain RTP from another program carries no send times.");
  if (!conditions.clock || !conditions.clock->synchronised)
    return Tr::tr("The clocks of both ends are not known to agree, so one-way delays are unknown.");
  return Tr::tr("No packet with a known send time has come in that time.");
}

}  // namespace jitterscope
