#pragma once
// What a call can be set to: the options of the command line as types. parse() reads the words of the command line;
// to_string() gives them back, so that settings in traces and on the wire read the same as on the command line.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/scheduling/priority_setting.h"
#include "core/base/units/time.h"
#include "core/events/link_setting.h"
#include "core/events/names.h"
#include "core/events/per_medium.h"
#include "core/events/playout_setting.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

// What may be asked for, ends included.
inline constexpr double kLowestFrameRate = 0.1, kHighestFrameRate = 240;  // of pictures, a second
inline constexpr int kLowestJpegQuality = 1, kHighestJpegQuality = 100;
inline constexpr int kLargestBurst = 10'000;  // packets
inline constexpr Duration kLongestBurstInterval = Duration::seconds(10);

/// Traffic shaping (sun97 §3). burst_size 0 = the whole frame back to back (strategy C).
struct ShapingSetting {
  int burst_size = 1;                      // A = 1, B = 3, C = 0
  std::optional<Duration> burst_interval;  // overrides T_burst = T_s S_burst / h
  bool operator==(const ShapingSetting&) const = default;
  static std::optional<ShapingSetting> parse(std::string_view);  // "a", "b", "c", "5", "5,12.5"
  std::string to_string() const;
};

/// One class a thread; roles that are not named stay as resources/reference/threads.md says.
using PrioritySettings = std::map<ThreadRole, PrioritySetting>;
/// "realtime" (the four media threads) or "audio-send=realtime,video-send=nice". On failure `error` says why.
std::optional<PrioritySettings> parse_priorities(std::string_view, std::string& error);

enum class VideoSourceKind : std::uint8_t { kCamera, kFile, kSynthetic, kNone };
enum class AudioSourceKind : std::uint8_t { kMicrophone, kFile, kSpeech, kTone, kClicks, kNone };

struct VideoSourceSetting {
  VideoSourceKind kind = VideoSourceKind::kSynthetic;
  std::string id;  // camera id or file path; empty = first camera
  int width = 640, height = 480;
  double frames_per_second = 15;
  bool operator==(const VideoSourceSetting&) const = default;
  static std::optional<VideoSourceSetting> parse(
      std::string_view);  // "camera[:ID]", "file:PATH", "synthetic[:WxH@FPS]", "none"
  std::string to_string() const;
};

struct AudioSourceSetting {
  AudioSourceKind kind = AudioSourceKind::kSpeech;
  std::string id;
  bool operator==(const AudioSourceSetting&) const = default;
  static std::optional<AudioSourceSetting> parse(
      std::string_view);  // "microphone[:ID]", "file:WAV", "speech", "tone", "clicks", "none"
  std::string to_string() const;
};

enum class Subsampling : std::uint8_t { k420, k422 };
enum class LossPolicy : std::uint8_t { kDiscardFrame, kStripes };  // sun97's rule; crowcroft92 §4's stripes

/// Everything a call starts with.
struct CallSettings {
  VideoSourceSetting video;
  AudioSourceSetting audio;
  std::optional<double> frames_per_second;  // --fps; else the source's own
  int jpeg_quality = 75;
  Subsampling subsampling = Subsampling::k420;
  LossPolicy loss_policy = LossPolicy::kDiscardFrame;
  bool discard_late_frames = false;
  int block_size = 1024;
  int audio_block = 256;
  ShapingSetting shaping;
  PrioritySettings priorities;
  bool send_audio = true, send_video = true, receive_audio = true, receive_video = true;
  PerMedium<PlayoutSetting> playout;  // of what is received
  bool lip_sync = true;
  RateControlSetting rate_control;        // of what is sent
  Transport transport = Transport::kUdp;  // of the sent picture
  Duration spin = Duration::ns(0);        // optional spin before a send deadline, at most 100 µs
  std::string speaker_id;                 // empty = first output device; "none" = silent
  LinkSettings link;                      // emulated between the ends by this end
  BackgroundSetting background;
  int cpu_load = 0;                           // counter processes
  std::optional<int> receive_processor = {};  // the only one of receive threads and counters; absent: any
  int video_load = 0;                         // further video applications
};

}  // namespace jitterscope
