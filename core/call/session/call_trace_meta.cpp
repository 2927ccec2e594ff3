#include "core/call/session/call_trace_meta.h"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "core/algorithms/rtp/rtp_jpeg.h"
#include "core/base/net/socket_calls.h"
#include "core/base/realtime/clock.h"
#include "core/base/units/stamp_error.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

TraceStream trace_stream(const MediaConfig& config, Medium medium, Direction direction, std::uint32_t ssrc,
                         const UdpSocket& socket) {
  const bool audio = medium == Medium::kAudio;
  TraceStream stream;
  stream.ssrc = ssrc;
  stream.medium = medium;
  stream.direction = direction;
  stream.payload_type = audio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg;
  stream.clock_rate_hz = audio ? kAudioClock : kVideoClock;
  if (config.clock.synchronised) stream.delay_uncertainty_ms = kStampError.ms();  // one machine, one clock
  const SocketAddress& remote = config.remote_rtp[medium];
  SocketAddress local = socket.local();
  stream.local_port = local.port();
  if (local.is_any() && remote.size() > 0)  // it takes packets at all addresses: those of this call come to one
    if (const SocketAddress source = source_towards(remote); source.size() > 0) local = source;
  stream.local_address = local.unmapped().host();
  if (remote.size() > 0) stream.remote_address = remote.unmapped().host(), stream.remote_port = remote.port();
  return stream;
}

using Json = nlohmann::ordered_json;

/// A number or a truth value as such, what is not chosen as null, all else in words.
template <typename S>
Json json_of(const typename S::Value& value) {
  using Value = typename S::Value;
  if constexpr (std::is_arithmetic_v<Value>)
    return value;
  else if constexpr (std::is_same_v<Value, Duration>)
    return value.us();
  else if constexpr (requires { value.has_value(); })
    return value ? Json(*value) : Json(nullptr);
  else
    return S::words(value);
}

/// Keys are the names of the settings, json_key().
std::string settings_json(const CallSettings& settings) {
  Json json = Json::object();
  each_setting([&]<typename S>() {
    if (!S::facts.logged) return;
    if constexpr (requires { typename std::remove_cvref_t<decltype(settings.*S::field)>::mapped_type; }) {
      Json& chosen = json[std::string(S::facts.option)] = Json::object();  // by threads, where somebody has
      for (const auto& [key, value] : settings.*S::field) chosen[std::string(to_string(key))] = json_of<S>(value);
    } else if constexpr (SettingForEachKey<S>) {
      for (const auto key : S::keys()) {
        const auto set = setting_of<S>(settings, key);
        json[json_key(name_of(set))] = json_of<S>(set.value);
      }
    } else {
      json[json_key(S::facts.name)] = json_of<S>(settings.*S::field);
    }
  });
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::vector<TraceStream> call_streams(const MediaConfig& config, const CallSettings& settings,
                                      const MediaSockets& sockets, double sent_frames_per_second) {
  std::vector<TraceStream> streams;
  const auto add = [&](Medium medium, Direction direction, std::uint32_t ssrc, std::optional<double> period) {
    if (ssrc == 0) return;
    const UdpSocket& socket = medium == Medium::kAudio ? sockets.audio.rtp : sockets.video.rtp;
    TraceStream stream = trace_stream(config, medium, direction, ssrc, socket);
    stream.nominal_period_ms = period;
    const PlayoutSetting& playout = settings.playout[medium];
    if (playout.is_fixed() && playout.delay) stream.playout_added_ms = playout.delay->ms();
    streams.push_back(stream);
  };
  add(Medium::kAudio, Direction::kSent, config.audio_start.ssrc, period_ms(kAudioClock / settings.audio_block));
  add(Medium::kVideo, Direction::kSent, config.video_start.ssrc, period_ms(sent_frames_per_second));
  if (config.plain_rtp) return streams;
  const Description& far = config.remote;
  add(Medium::kAudio, Direction::kReceived, far.audio.ssrc, period_ms(kAudioClock / far.audio.block_bytes));
  add(Medium::kVideo, Direction::kReceived, far.video.ssrc, period_ms(far.video.frames_per_second));
  return streams;
}

TraceMeta call_trace_meta(const MediaConfig& config, const CallSettings& settings, const MediaSockets& sockets,
                          double sent_frames_per_second) {
  TraceMeta meta;
  meta.program_version = config.program_version;
  meta.host = config.local.name;
  meta.identities = {config.local.identity, config.remote.identity};
  meta.settings_json = settings_json(settings);
  meta.conference_offset = config.clock.offset;
  meta.realtime_offset = measure_realtime_offset().offset;
  meta.clock_synchronised = config.clock.synchronised;
  meta.streams = call_streams(config, settings, sockets, sent_frames_per_second);
  return meta;
}

}  // namespace jitterscope
