// What a call's trace is told beside the media: settings at its begin and at each change, threads, drops; and its begin
// and end.
#include "core/base/realtime/clock.h"
#include "core/call/capture/device_host.h"
#include "core/call/capture/video_capture.h"
#include "core/call/pipeline/video_sender.h"
#include "core/call/session/call_trace_meta.h"
#include "core/call/session/local_media.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/words.h"

namespace jitterscope {

void LocalMedia::note_setting(const AnySetting& setting, std::string_view origin, Timestamp asked) {
  SettingChanged changed =
      std::visit([&](const auto& set) { return changed_to(set, origin, monotonic_now()); }, setting);
  changed.asked = asked;
  note(changed);
}

void LocalMedia::note_trouble(std::string_view sentence) {
  note(Notice{2, ShortText<160>(sentence), monotonic_now()});
}

void LocalMedia::count_drops(Timestamp now) {
  drops_.look(now);
  drops_.count("encoded frames", video_sender_->frames_skipped(), now);
  std::int64_t skipped = skipped_of_left_;
  for (const auto& peer : peers_) skipped += peer->participant().frames_skipped();
  for (const Left& left : left_) skipped += left.served ? left.peer->participant().frames_skipped() : 0;
  if (video_receiver_) drops_.count("complete frames", skipped, now);
  if (recorder()) drops_.count("recorder", recorder()->dropped(), now);
}

DropCounts::Counts LocalMedia::lasting_drops() const {
  DropCounts::Counts drops{{"captured frames", around_.capture->frames().exhausted()}};
  if (!around_.devices) return drops;
  drops["microphone samples"] = around_.devices->microphone().dropped();
  drops["speaker samples"] = around_.devices->speaker().dropped();
  return drops;
}

void LocalMedia::start_recording(const std::string& path) {
  const PeerMedia* remote = first_remote();
  TraceMeta meta =
      call_trace_meta(remote ? remote->config() : config_, settings_, sockets_, around_.capture->frames_per_second());
  meta.call_began = began_;
  if (!recording_->start(path, meta)) return;
  classes_.forget();
  drops_.begin_trace(monotonic_now());
  note_settings();
}

void LocalMedia::note_settings() {
  for (const AnySetting& setting : said_at_begin(settings_)) note_setting(setting, "local", monotonic_now());
}

}  // namespace jitterscope
