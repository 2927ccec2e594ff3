// Demonstrate in a running call: what the comparison asks for is carried out as if the user had.
#include <algorithm>

#include "core/base/realtime/class_right.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"
#include "core/call/session/demonstration_plans.h"
#include "core/call/session/endpoint_session.h"
#include "core/events/bytes_on_link.h"
#include "core/measures/report/demonstration_sentence.h"
#include "core/measures/views/demonstration_view.h"

namespace jitterscope {

void EndpointSession::carry_out(const Demonstrate& wanted) {
  const auto as_set = [this](const AnySetting& setting) { return stands(setting); };
  if (!wanted.run) return follow(demonstration_.stop(as_set));
  if (demonstration_.running()) return;
  if (!media_ || !media_->snapshot() || !remote())
    return tell(1, "The demonstration needs a running call between two Jitterscopes. Call first.");
  if (peers_.size() > 1) return tell(1, "A demonstration is for a call of two.");
  if (!conditions_) return tell(1, kNoConditionsHost);
  auto plan = wanted.kind == DemonstrationKind::kPriority      ? plan_priority()
              : wanted.kind == DemonstrationKind::kRateControl ? plan_rate()
                                                               : plan_shaping();
  refusal_told_ = false;
  if (plan && devices_) devices_->forget_played();
  if (plan) follow(demonstration_.begin(std::move(*plan), monotonic_now()));
}

void EndpointSession::carry_out(const PaceDemonstration& wanted) {
  demonstration_.set_pace(wanted.pace, monotonic_now());
}

std::optional<ComparisonPlan> EndpointSession::plan_shaping() {
  const auto snapshot = media_->snapshot();
  const auto sent = video_on_link(snapshot->sent[Medium::kVideo]),
             received = video_on_link(snapshot->received(Medium::kVideo).figures);
  if (!sent && !received) {
    tell(1, "The demonstration shows packets of video, and none is running. Switch a camera on first.");
    return std::nullopt;
  }
  const VideoOnLink video = !received || (sent && sent->kbps >= received->kbps) ? *sent : *received;
  ShapingStart start;
  start.remote = remote_value<setting::Shaping>().value_or(ShapingSetting{});
  start.link = settings_->link;
  start.video_kbps = video.kbps;
  start.blocks_a_frame = video.blocks_a_frame;
  return shaping_plan(start);
}

std::optional<ComparisonPlan> EndpointSession::plan_priority() {
  const auto [granted, refusal] =
      compared_class([](const PrioritySetting& asked) { return why_refused(asked, ThreadRole::kVideoReceive); });
  if (!granted) {
    tell(1, "No class is granted that could be compared with the default one. " + refusal);
    return std::nullopt;
  }
  if (!refusal.empty()) tell(1, refusal);
  PriorityStart start;
  start.compared = *granted;
  if (const auto processors = allowed_processors(); !processors.empty()) start.processor = processors.back();
  start.cpu_load = settings_->cpu_load;
  start.video_load = settings_->video_load;
  start.remote_audio_block = remote_value<setting::AudioBlock>();  // what could not be asked back for is left as it is
  return priority_plan(start);
}

std::optional<ComparisonPlan> EndpointSession::plan_rate() {
  if (settings_->rate_control.on()) {
    tell(1, "Rate control is on, so it is not known what rate the picture has without it. Switch it off first.");
    return std::nullopt;
  }
  const auto snapshot = media_->snapshot();
  const auto picture = video_on_link(snapshot->sent[Medium::kVideo]);
  const StreamSnapshot& sound = snapshot->sent[Medium::kAudio];
  if (!picture || sound.rate_kbps <= 0 || sound.packets <= 0) {
    tell(1, "The demonstration shows sound beside a picture, and not both are sent. Switch them on first.");
    return std::nullopt;
  }
  const double packets_a_second =
      sound.rate_kbps * 1e3 / 8 * static_cast<double>(sound.packets) / static_cast<double>(sound.bytes);
  RateStart start;
  start.control = settings_->rate_control;
  start.kernel = settings_->link.up.kernel;
  start.picture_kbps = picture->kbps;
  start.sound_kbps = sound.rate_kbps + packets_a_second * kUdpHeaderBytes * 8 / 1e3;
  return rate_plan(start);
}

/// As the remote said last; nullopt: it did not, or not in words of this program.
template <typename S>
std::optional<typename S::Value> EndpointSession::remote_value() const {
  const std::string* told = remote() ? remote()->told(std::string(S::facts.name)) : nullptr;
  std::string ignored;
  return told ? S::parse(*told, ignored) : std::nullopt;
}

bool EndpointSession::stands(const AnySetting& setting) const {
  if (end_of(setting) == End::kLocal) return same_of(settings_.in_force(), setting) == setting;
  const std::string* told = remote() ? remote()->told(name_of(setting)) : nullptr;
  return told && *told == words_of(setting);
}

/// What was heard of the half that this phase ends.
void EndpointSession::keep_heard(DemonstrationPhase entered) {
  const auto ended = std::exchange(demonstration_phase_, entered);
  if (!devices_ || entered == DemonstrationPhase::kStopped) return;
  if (ended == DemonstrationPhase::kBefore) devices_->keep_played(0);
  if (ended == DemonstrationPhase::kAfter) devices_->keep_played(1);
}

/// The mark first: what follows it is no longer of the half before.
void EndpointSession::follow(const GuidedComparison::Step& step) {
  if (!step.entered) return;
  DemonstrationEntered entered = *step.entered;
  entered.at = monotonic_now();
  if (media_) media_->note(entered);
  keep_heard(entered.phase);
  for (const auto& peer : peers_)
    peer->machine().tell(message::Changed{std::string(kDemonstrationSetting), demonstration_words(entered), "local"});
  if (step.over) leave(SettingLayer::kDemonstration);
  for (const AnySetting& wanted : step.settings) {
    if (end_of(wanted) != End::kLocal) asked_.push_back(with_end(wanted, End::kLocal));
    change(wanted, SettingLayer::kDemonstration);
  }
}

/// Whether this answers a demonstration, and not the user's own wish. Each answer once.
bool EndpointSession::demonstration_asked(const AnySetting& answered) {
  const auto found =
      std::find_if(asked_.begin(), asked_.end(), [&](const AnySetting& asked) { return asked == answered; });
  if (found == asked_.end()) return false;
  asked_.erase(found);
  return true;
}

bool EndpointSession::demonstration_answered(const AnySetting& asked, bool refused) {
  if (!demonstration_asked(asked)) return false;
  if (!refused) return true;
  demonstration_.leave_out(asked);
  return std::exchange(refusal_told_, true);
}

bool EndpointSession::demonstration_undecided() const {
  const auto snapshot = media_ ? media_->snapshot() : nullptr;
  const auto* view = snapshot && snapshot->demonstration ? &*snapshot->demonstration : nullptr;
  return view && view->state == "after" && view->before && view->after &&
         is_undecided(view->kind, *view->before, *view->after);
}

/// Why the half that runs decides nothing; empty: it may. The snapshot may be of the one before.
std::string EndpointSession::why_undecidable() const {
  const auto snapshot = media_ ? media_->snapshot() : nullptr;
  const auto* view = snapshot && snapshot->demonstration ? &*snapshot->demonstration : nullptr;
  const bool half =
      demonstration_phase_ == DemonstrationPhase::kBefore || demonstration_phase_ == DemonstrationPhase::kAfter;
  if (!half || !view || view->state != to_string(*demonstration_phase_)) return {};
  if (view->kind == DemonstrationKind::kRateControl && !media_->sends(Medium::kAudio))
    return "Your sound is no longer sent, and its delay is what is compared: the demonstration is stopped.";
  if (lacks_reports(*view))
    return "The remote’s reports of your sound do not come back (RTCP): the demonstration is stopped. Does a firewall "
           "keep them away?";
  return {};
}

void EndpointSession::go_on_demonstrating(Timestamp now) {
  if (media_) media_->watch_demonstration(demonstration_.running());
  if (!demonstration_.running()) return;
  if (const std::string why = why_undecidable(); !why.empty()) {
    carry_out(Demonstrate{{}, false});
    return tell(1, why);
  }
  follow(demonstration_.tick(
      now, [this](const AnySetting& setting) { return stands(setting); },
      [this] { return demonstration_undecided(); }));
}

}  // namespace jitterscope
