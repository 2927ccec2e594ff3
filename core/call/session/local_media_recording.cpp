// What a call's trace is told beside the media: settings at its begin and at each change, threads, drops; and its begin
// and end.
#include <stdexcept>

#include "core/base/realtime/clock.h"
#include "core/call/capture/device_host.h"
#include "core/call/capture/video_capture.h"
#include "core/call/pipeline/video_sender.h"
#include "core/call/session/call_trace_meta.h"
#include "core/call/session/local_media.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

constexpr Duration kOverflowNoticePeriod = Duration::seconds(10);
constexpr Duration kUnwatchedLooks = Duration::seconds(1);  // at threads
constexpr int kFirstLooks = 4;                              // soon, for what begins with the call

}  // namespace

void LocalMedia::note_setting(const AnySetting& setting, std::string_view origin, Timestamp asked) {
  SettingChanged changed =
      std::visit([&](const auto& set) { return changed_to(set, origin, monotonic_now()); }, setting);
  changed.asked = asked;
  note(changed);
}

void LocalMedia::note_trouble(std::string_view sentence) {
  note(Notice{2, ShortText<160>(sentence), monotonic_now()});
}

void LocalMedia::note_threads(Timestamp now) {
  for (const Event& event : threads_.look(now)) note(event);
  next_thread_look_ = now + kUnwatchedLooks;
}

/// At each look while somebody reads of them; the kernel's files of all threads are most of what a round costs.
bool LocalMedia::threads_are_due(Timestamp now) {
  return watched_ || demonstration_watched_ || recorder_ || thread_looks_ < kFirstLooks || now >= next_thread_look_;
}

void LocalMedia::note_threads_and_drops(Timestamp now) {
  if (threads_are_due(now)) {
    note_threads(now);
    ++thread_looks_;
  }
  const auto drops = [&](const std::string& name, std::int64_t dropped) {
    std::int64_t& known = known_drops_[name];
    if (dropped != known) note(RingDropped{ShortText<24>(name), dropped, now});
    known = dropped;
  };
  rings_.each([&](const EventRing& ring) { drops(ring.name(), ring.dropped()); });
  for (const auto& [name, count] : lasting_drops()) drops(name, count - drops_before_.at(name));
  drops("encoded frames", video_sender_->frames_skipped());
  std::int64_t skipped = skipped_of_left_;
  for (const auto& peer : peers_) skipped += peer->frames_skipped();
  for (const Left& left : left_) skipped += left.served ? left.peer->frames_skipped() : 0;
  if (video_receiver_) drops("complete frames", skipped);
  drops("audio socket", audio_overflow_.count());
  drops("video socket", video_overflow_.count());
  tell_of_overflow(now);
  tell_of_own_drops(now);
  if (!recorder_) return;
  drops("recorder", recorder_->dropped());
  if (recording_trouble_.empty() && !recorder_->error().empty()) tell_recording_trouble(recorder_->error());
}

std::map<std::string, std::int64_t> LocalMedia::lasting_drops() const {
  std::map<std::string, std::int64_t> drops{{"captured frames", around_.capture->frames().exhausted()}};
  if (!around_.devices) return drops;
  drops["microphone samples"] = around_.devices->microphone().dropped();
  drops["speaker samples"] = around_.devices->speaker().dropped();
  return drops;
}

/// Missing packets of that time are this machine's loss, not the link's.
void LocalMedia::tell_of_overflow(Timestamp now) {
  const std::int64_t overflow = audio_overflow_.count() + video_overflow_.count();
  if (overflow == told_overflow_ || now < next_overflow_notice_) return;
  note(Notice{
      1,
      ShortText<160>("The receive buffer of this machine was full: up to " + std::to_string(overflow - told_overflow_) +
                     " packets were thrown away here, not lost on the link."),
      now});
  told_overflow_ = overflow;
  next_overflow_notice_ = now + kOverflowNoticePeriod;
}

void LocalMedia::tell_of_own_drops(Timestamp now) {
  const std::int64_t dropped =
      rings_.of(ThreadRole::kAudioReceive).dropped() + rings_.of(ThreadRole::kVideoReceive).dropped();
  if (dropped == told_own_drops_ || now < next_own_drops_notice_) return;
  note(Notice{1,
              ShortText<160>(fmt::format("This program cannot keep up with what comes: it had no room for {} notes. "
                                         "Losses of that time are not known.",
                                         dropped - told_own_drops_)),
              now});
  told_own_drops_ = dropped;
  next_own_drops_notice_ = now + kOverflowNoticePeriod;
}

void LocalMedia::start_recording(const std::string& path) {
  stop_recording();
  recording_trouble_.clear();
  try {
    const PeerMedia* remote = first_remote();
    TraceMeta meta =
        call_trace_meta(remote ? remote->config() : config_, settings_, sockets_, around_.capture->frames_per_second());
    meta.call_began = began_;
    recorder_ = std::make_shared<RecorderThread>(path, meta);
  } catch (const std::runtime_error& error) { return tell_recording_trouble(error.what()); }
  analysis_->record_to(recorder_);
  threads_.forget();
  known_drops_.clear();
  const Timestamp now = monotonic_now();  // what there was until now is of before the recording
  for (const ThreadRole role : {ThreadRole::kAudioReceive, ThreadRole::kVideoReceive}) {
    const EventRing& ring = rings_.of(role);
    if (const std::int64_t dropped = known_drops_[ring.name()] = ring.dropped(); dropped > 0)
      note(RingDropped{ShortText<24>(ring.name()), dropped, now});
  }
  note_settings();
}

void LocalMedia::note_settings() {
  for (const AnySetting& setting : said_at_begin(settings_)) note_setting(setting, "local", monotonic_now());
}

void LocalMedia::stop_recording(std::optional<Timestamp> call_ended) {
  if (!recorder_) return;
  analysis_->record_to(nullptr);
  recorder_->finish(call_ended);
  if (recording_trouble_.empty() && !recorder_->error().empty()) tell_recording_trouble(recorder_->error());
  recorder_.reset();
}

std::string LocalMedia::discard_recording() {
  if (!recorder_) return {};
  analysis_->record_to(nullptr);
  std::string trouble = recorder_->discard();
  recorder_.reset();
  return trouble;
}

void LocalMedia::tell_recording_trouble(const std::string& sentence) {
  recording_trouble_ = sentence;
  note_trouble(sentence);
}

}  // namespace jitterscope
