#pragma once
// The emulated link between two ends, as the words of --link say it: netem's but where the meaning differs
// (link_words.h). One LinkSetting is one direction; parse() reads the words, to_string() gives them back.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units/data.h"
#include "core/base/units/enum_words.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// So many packets a live link holds at most, of both directions, those that wait and those under way: a longer queue
/// is never longer than that, and a link without one holds so many. In virtual time there is no such limit.
inline constexpr int kMostInLink = 6'400;

enum class JitterShape : std::uint8_t { kUniform, kNormal, kPareto };
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<JitterShape>{"uniform", "normal", "lomax"};

/// Delay rises by `height` for `width`, each `period` (crowcroft92 §4.1.3: 100 ms, and 1 s about each 10 s).
struct DelaySpikes {
  Duration height, period, width;
  bool operator==(const DelaySpikes&) const = default;
};

/// Packet loss with memory, as netem's `gemodel p r 1-h 1-k`: probabilities a packet, fractions of 1. `p` good to bad,
/// `r` bad to good, `bad_loss` = 1-h loss in the bad state, `good_loss` = 1-k in the good one.
struct GilbertElliott {
  double p = 0, r = 1, bad_loss = 1, good_loss = 0;
  bool operator==(const GilbertElliott&) const = default;
};

/// From `at` after this schedule was set the rate (and delay, where given) is another one.
struct LinkStep {
  Duration at;
  std::optional<DataRate> rate;
  std::optional<Duration> delay;
  bool operator==(const LinkStep&) const = default;
};

/// Everything about one direction. A default one passes everything at once. Sizes on the link are Ethernet frames as
/// Linux counts them: the UDP payload and 42 bytes (Ethernet 14, IPv4 20, UDP 8).
struct LinkSetting {
  std::optional<DataRate> rate;      // rate=100kbit; absent: no serialisation
  std::optional<int> limit_packets;  // queue=10: packets that wait, the one being sent not counted; absent: no limit
  std::optional<std::int64_t> limit_bytes;  // queue=32000b
  bool audio_first = false;  // audio-first: strict priority of audio (and control) over video and background
  Duration delay;            // delay=20ms: propagation
  Duration jitter;           // jitter=5ms: half-width (uniform), sigma (normal), scale (Pareto)
  JitterShape jitter_shape = JitterShape::kUniform;  // distribution=uniform|normal|lomax
  double jitter_correlation = 0;                     // correlation=25%: of successive jitters
  bool keep_order = true;                            // order=free lets jitter reorder
  double loss = 0;                                   // line-loss=1%: fraction of 1; behind the rate
  std::optional<GilbertElliott> gilbert_elliott;     // line-gemodel=1%/10%/70%/0
  double duplicate = 0;                              // line-duplicate=0.1%
  double reorder = 0;                                // line-reorder=1%: this share skips the delay
  std::optional<DelaySpikes> spikes;                 // spikes=900ms/10s/1s: height, period, width
  std::vector<LinkStep> schedule;                    // at=10s:rate=50kbit, repeatable
  std::string trace_file;                // trace=FILE: a mahimahi trace of delivery opportunities of 1504 bytes
  std::optional<int> ethernet_stations;  // ethernet=10mbit,stations=5: one medium that all share, `rate` is its rate
  bool kernel = false;  // path=kernel: rate and limit by a real interface queue (tbf and pfifo), as root
  bool operator==(const LinkSetting&) const = default;

  /// "off" or "" = a default one; a preset's name; or the words above, joined by commas. On failure `error` says what
  /// is wrong with which word and what would be right.
  static std::optional<LinkSetting> parse(std::string_view words, std::string& error);
  std::string to_string() const;  // "off" when default
};

/// Both directions, seen from the end that sets them.
struct LinkSettings {
  LinkSetting up, down;  // up: from this end to the remote
  bool operator==(const LinkSettings&) const = default;
  bool off() const { return up == LinkSetting{} && down == LinkSetting{}; }
  /// One SPEC for both directions, or "up:SPEC;down:SPEC".
  static std::optional<LinkSettings> parse(std::string_view words, std::string& error);
  std::string to_string() const;
};

/// A link with a name that says what it stands for.
struct LinkPreset {
  std::string_view name;  // word of the command line: "dial-up", "tight", "dsl", "3g", "wi-fi", "satellite", "ethernet"
  std::string_view label;  // "Dial-up modem, 28.8 kb/s"
  std::string_view words;  // SPEC
};
const std::vector<LinkPreset>& link_presets();

/// Background traffic through the same queue (sun97 §4): UDP of `packet_bytes` (payload), 0…1000 KB/s.
struct BackgroundSetting {
  double kilobytes_per_second = 0;  // 1 KB = 1000 bytes of UDP payload; 0 = none
  int burst = 1;                    // packets back to back
  bool poisson = true;              // exponential times between bursts, else constant
  int packet_bytes = 1024;
  bool operator==(const BackgroundSetting&) const = default;
  /// "500", "500,burst=8", "500,constant", "500,size=512"
  static std::optional<BackgroundSetting> parse(std::string_view words, std::string& error);
  std::string to_string() const;
};

}  // namespace jitterscope
