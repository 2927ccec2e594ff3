#pragma once
// How rate control reads on screen (latecki04's terms): verdicts, stages, the last decision.
#include <optional>

#include <QStringList>

#include "core/events/names.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

struct CallSnapshot;
struct RateView;

/// "increasing", "decreasing", "steady", "ambiguous, leans to increasing"; "no verdict yet" when there is none.
QString verdict_words(std::optional<double> verdict);
/// The same in a sign: "▲", "▼", "=", "±"; a dash when there is none.
QString verdict_sign(std::optional<double> verdict);
QString phase_words(std::optional<TrendPhase>);  // absent: "abstains"
QString phase_sign(std::optional<TrendPhase>);   // as verdict_sign()
QString kbps_text(std::optional<double> kbps);   // "137 kbit/s" however high it is, so that rates compare

/// "two-stream", "fixed 500kbit", "off".
QString controller_words(const RateControlSetting&);
QString transport_words(Transport);  // "UDP"
/// Stage, target and what is believed of the bandwidth: "Steady", "target 212 kbit/s", "R between 205 and 220 kbit/s";
/// or that control is off.
QStringList state_words(const RateView&);
/// "02:31.5  Delays increase at all scales: …", or what is to be done so that something is decided.
/// Without `advises` nothing is to be done: a demonstration does it.
QString decision_sentence(const RateView&, bool advises = true);
/// What was left out and how the connection fares: "Pictures left out: 12 to keep to the target, 3 in breaks"; empty
/// without either.
QString losses_sentence(const RateView&);

/// What to do when one end controls the rate of its video and much of the other's is lost; empty = it is not so.
QString flood_advice(const CallSnapshot&);

}  // namespace jitterscope
