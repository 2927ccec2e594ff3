#include "ui/words/rate_words.h"

#include "core/events/words.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/tr.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

constexpr double kSilence_s = 2;  // without a report: worth a warning

QString began_capital(QString words) {
  if (!words.isEmpty()) words[0] = words[0].toUpper();
  return words;
}

bool decides(const RateView& view) {
  return view.setting ? view.setting->on() : !view.controller.empty();
}

QString bounds_words(const RateView& view) {
  if (view.low_kbps && view.high_kbps)
    return Tr::tr("R between %1 and %2").arg(figure(*view.low_kbps), kbps_text(view.high_kbps));
  if (view.low_kbps) return "R_min " + kbps_text(view.low_kbps);
  if (view.high_kbps) return "R_max " + kbps_text(view.high_kbps);
  return {};
}

}  // namespace

QString verdict_words(std::optional<double> verdict) {
  if (!verdict) return Tr::tr("no verdict yet");
  if (*verdict == 1) return Tr::tr("increasing");
  if (*verdict == -1) return Tr::tr("decreasing");
  if (*verdict == 0) return Tr::tr("steady");
  return *verdict > 0 ? Tr::tr("ambiguous, leans to increasing") : Tr::tr("ambiguous, leans to decreasing");
}

QString verdict_sign(std::optional<double> verdict) {
  if (!verdict) return kDash;
  if (*verdict == 1) return "▲";
  if (*verdict == -1) return "▼";
  return *verdict == 0 ? "=" : "±";
}

QString phase_words(std::optional<TrendPhase> phase) {
  return phase ? text_of(to_string(*phase)) : Tr::tr("abstains");
}

QString phase_sign(std::optional<TrendPhase> phase) {
  if (!phase) return kDash;
  switch (*phase) {
    case TrendPhase::kIncreasing: return verdict_sign(1);
    case TrendPhase::kDecreasing: return verdict_sign(-1);
    case TrendPhase::kSteady: return verdict_sign(0);
    case TrendPhase::kAmbiguous: break;
  }
  return verdict_sign(0.5);
}

QString kbps_text(std::optional<double> kbps) {
  return figure(kbps, "kbit/s");
}

QString controller_words(const RateControlSetting& setting) {
  const auto name = QString::fromStdString(setting.controller);
  return setting.argument.empty() ? name : name + " " + QString::fromStdString(setting.argument).section('/', -1);
}

QString transport_words(Transport transport) {
  return text_of(to_string(transport)).toUpper();
}

QStringList state_words(const RateView& view) {
  if (view.direction == Direction::kReceived) return {Tr::tr("The remote’s sound, as this end reports it")};
  if (!decides(view)) return {Tr::tr("Rate control is off, the picture is sent as it is set")};
  QStringList words{view.stage.empty() ? Tr::tr("Nothing decided yet")
                                       : began_capital(QString::fromStdString(view.stage))};
  if (view.target_kbps)
    words << (view.sending ? Tr::tr("target %1").arg(kbps_text(view.target_kbps)) : Tr::tr("no picture is sent"));
  if (const auto bounds = bounds_words(view); !bounds.isEmpty()) words << bounds;
  return words;
}

QString decision_sentence(const RateView& view, bool advises) {
  if (view.report_age_s && *view.report_age_s > kSilence_s)
    return (view.direction == Direction::kSent ? Tr::tr("▲ No report on the sound for %1 from the remote")
                                               : Tr::tr("▲ No report on the sound for %1"))
        .arg(figure(*view.report_age_s, "s"));
  if (view.direction == Direction::kReceived)
    return Tr::tr("The remote may steer its picture by these reports; what it decides is not known here");
  if (!decides(view))
    return advises ? Tr::tr("Choose a controller under Rate control: what it decides, and why, is said here")
                   : QString();
  if (view.reason.empty()) return Tr::tr("The first decision appears here with its reason");
  return (view.decided_at_s ? axis_time(*view.decided_at_s) + "  " : QString()) + QString::fromStdString(view.reason);
}

QString flood_advice(const CallSnapshot& now) {
  constexpr double kFlood = 0.3;  // of the last 10 s
  std::string ignored;
  const auto remote = RateControlSetting::parse(now.rate_control_remote, ignored);
  if (now.rate_control_remote.empty() || !remote || !now.rate_sent) return {};
  const bool local = decides(*now.rate_sent);
  if (local == remote->on()) return {};
  const auto& peer = now.reported(Medium::kVideo).figures;
  const std::optional<double> told = peer && stale_words(peer).isEmpty() ? peer->recent_loss_ratio : std::nullopt;
  const double lost = (local ? now.received(Medium::kVideo).figures.recent_loss_ratio : told).value_or(0);
  if (lost < kFlood) return {};
  return local ? Tr::tr(
                     "Much of the remote’s video is lost on the way here, and with it the reports that your rate "
                     "control needs: turn on Rate control at the remote too.")
               : Tr::tr(
                     "Much of your video is lost on the way to the remote, which controls its own: choose a "
                     "controller under Rate control here too.");
}

QString losses_sentence(const RateView& view) {
  QStringList left_out, words;
  const auto count = [&](std::int64_t pictures, const QString& why) {
    if (pictures > 0) left_out << why.arg(count_text(pictures));
  };
  count(view.omitted_target, Tr::tr("%1 to keep to the target"));
  count(view.omitted_break, Tr::tr("%1 in breaks"));
  count(view.omitted_obsolete, Tr::tr("%1 obsolete"));
  if (!left_out.isEmpty()) words << Tr::tr("Pictures left out: %1").arg(left_out.join(", "));
  if (const auto& tcp = view.tcp)
    words << Tr::tr("TCP: RTT %1, window %2, %3 retransmitted, %4 unsent")
                 .arg(figure(tcp->round_trip_ms, "ms"), count_text(tcp->congestion_window),
                      count_text(tcp->retransmitted), bytes_text(tcp->unsent_bytes));
  return words.join("  ·  ");
}

}  // namespace jitterscope
