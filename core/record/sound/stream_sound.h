#pragma once
// The sound of one stream of a capture, read from the file again: the import keeps no payloads.
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/record/sound/sound_plan.h"

namespace jitterscope {

/// Mono, at the stream's own rate; what was lost, comfort noise and telephone-events are silence.
struct StreamSound {
  double from_s = 0;  // its first sample, in seconds of the file
  int rate_hz = 0;
  std::vector<std::int16_t> samples;
  bool cut = false;  // the stream goes on after kLongestSound, or after kMostSoundSamples
};

inline constexpr int kLongestSound = 3600;  // s
inline constexpr std::size_t kMostSoundSamples = std::size_t{1} << 26;

/// Of one payload; channels are averaged, and a sample that is cut short is left out.
void decode_sound(SoundCoding coding, int channels, std::span<const std::uint8_t> payload,
                  std::vector<std::int16_t>& samples);

/// `stream` is one that read_stream_file() made of `path`, whatever the file was packed in; `began`: second 0 of the
/// file. From `from_s` on where that lies within the stream, else from its beginning. nullopt and one sentence in
/// `error`; also nullopt when `stop` is asked for. Takes the time of reading the file. Any thread.
std::optional<StreamSound> read_sound(const std::string& path, const StreamInput& stream, Timestamp began,
                                      std::optional<double> from_s, std::string& error, const std::stop_token& stop);

/// Reads as read_sound() does, and keeps the whole sound of the stream that was read last, so that another moment of it
/// takes no reading of the file. Of a stream with more than kMostKeptSamples (64 MB), or longer than kLongestSound,
/// nothing is kept. One thread.
class KeptSound {
 public:
  static constexpr std::int64_t kMostKeptSamples = std::int64_t{1} << 25;

  /// `path` and `began` are the same in each call, and streams stay where they are in memory.
  std::optional<StreamSound> read(const std::string& path, const StreamInput& stream, Timestamp began,
                                  std::optional<double> from_s, std::string& error, const std::stop_token& stop);

 private:
  const StreamInput* of_ = nullptr;  // null: nothing is kept
  StreamSound whole_;
  std::int64_t last_ = 0;  // SoundPlan::last
};

}  // namespace jitterscope
