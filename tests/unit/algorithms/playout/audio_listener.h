#pragma once
// A listener for tests of AudioPlayout: puts blocks, renders, keeps what was heard and what ended.
#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "core/algorithms/playout/audio_playout.h"

namespace jitterscope::audio_test {

inline constexpr std::int64_t kBlock = 80;  // samples: 10 ms
inline constexpr std::int64_t kJoin = AudioConcealment::kJoin;

inline Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1'000'000'000 + ms * 1'000'000);
}

/// The value of the sample with this RTP timestamp; never 0, which is silence.
inline std::int16_t marked(std::int64_t rtp_timestamp) {
  return static_cast<std::int16_t>(1000 + rtp_timestamp % 30'000);
}

inline AudioPlayoutConfig config_of(std::string_view words) {
  AudioPlayoutConfig config;
  config.setting = *PlayoutSetting::parse(words);
  config.period = Duration::ms(10);
  return config;
}

struct Listener {
  explicit Listener(std::string_view words = "i:60", std::function<std::int16_t(std::int64_t)> wave_form = marked)
      : playout(config_of(words)), wave(std::move(wave_form)) {
    render(0);
  }
  bool put(std::int64_t sequence, std::int64_t received_ms, bool marker = false) {
    return put_at(sequence, sequence * kBlock, received_ms, marker);
  }
  bool put_at(std::int64_t sequence, std::int64_t timestamp, std::int64_t received_ms, bool marker,
              std::int64_t size = kBlock) {
    std::vector<std::int16_t> samples;
    for (std::int64_t i = 0; i < size; ++i) samples.push_back(wave(timestamp + i));
    const bool taken = playout.put({sequence, timestamp, marker, samples, at_ms(received_ms)});
    keep_done();
    return taken;
  }
  void render(std::int64_t until_ms) {
    std::array<std::int16_t, 37> part;  // any size will do
    for (std::size_t count = part.size(); count == part.size();) {
      count = playout.render(at_ms(until_ms), part);
      output.insert(output.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
      keep_done();
    }
  }
  void keep_done() {
    const auto ended = playout.take_done();
    done.insert(done.end(), ended.begin(), ended.end());
  }
  std::vector<std::pair<std::int64_t, PlayoutOutcome>> outcomes() const {
    std::vector<std::pair<std::int64_t, PlayoutOutcome>> list;
    for (const AudioBlockDone& block : done) list.emplace_back(block.sequence, block.outcome);
    return list;
  }
  const AudioBlockDone* of(std::int64_t sequence) const {
    for (const AudioBlockDone& block : done)
      if (block.sequence == sequence) return &block;
    return nullptr;
  }
  std::int64_t count(PlayoutOutcome outcome) const {
    return std::count_if(done.begin(), done.end(),
                         [outcome](const AudioBlockDone& block) { return block.outcome == outcome; });
  }
  /// Output between two times.
  std::vector<std::int16_t> heard(std::int64_t from_ms, std::int64_t to_ms) const {
    return {output.begin() + from_ms * 8, output.begin() + to_ms * 8};
  }
  /// Whether the samples of these RTP timestamps are heard from this time on, but for the first `joined`, which are
  /// faded in.
  bool hears(std::int64_t from_ms, std::int64_t timestamp, std::int64_t samples, std::int64_t joined) const {
    for (std::int64_t i = joined; i < samples; ++i)
      if (output.at(static_cast<std::size_t>(from_ms * 8 + i)) != wave(timestamp + i)) return false;
    return true;
  }

  AudioPlayout playout;
  std::function<std::int16_t(std::int64_t)> wave;
  std::vector<std::int16_t> output;
  std::vector<AudioBlockDone> done;
};

}  // namespace jitterscope::audio_test
