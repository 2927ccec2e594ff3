#include "core/call/capture/make_source.h"

#include "core/algorithms/media/synthetic_audio.h"
#include "core/algorithms/media/synthetic_scene.h"
#include "core/call/capture/wav_file.h"

namespace jitterscope {

std::unique_ptr<VideoSource> make_video_source(const VideoSourceSetting& setting) {
  switch (setting.kind) {
    case VideoSourceKind::kFile: return open_video_file(setting.id, setting.frames_per_second);
    case VideoSourceKind::kSynthetic:
      return std::make_unique<SyntheticScene>(setting.width, setting.height, setting.frames_per_second);
    case VideoSourceKind::kCamera:
    case VideoSourceKind::kNone: return nullptr;
  }
  return nullptr;
}

std::unique_ptr<AudioSource> make_audio_source(const AudioSourceSetting& setting) {
  constexpr std::uint32_t kVoice = 1;  // the rhythm of the synthetic scene's mouth
  switch (setting.kind) {
    case AudioSourceKind::kFile: return open_wav(setting.id);
    case AudioSourceKind::kSpeech: return std::make_unique<LoopedAudio>(render_speech(kVoice), true);
    case AudioSourceKind::kTone: return std::make_unique<LoopedAudio>(render_tone());
    case AudioSourceKind::kClicks: return std::make_unique<LoopedAudio>(render_clicks(), true);
    case AudioSourceKind::kMicrophone:
    case AudioSourceKind::kNone: return nullptr;
  }
  return nullptr;
}

}  // namespace jitterscope
