#include "core/algorithms/signalling/messages.h"

#include <algorithm>
#include <limits>

#include "core/algorithms/signalling/participant_identity.h"
#include "core/algorithms/signalling/told_events.h"

namespace jitterscope {
namespace {

constexpr int kMaxDepth = 8;
// Sums with local times fit 64 bits and are times that a trace holds (core/record/trace/row_codec.h): 1933 to 2096.
constexpr std::int64_t kMinClockOffset = -(std::int64_t{1} << 60), kMaxClockOffset = 4'000'000'000'000'000'000;
constexpr std::int64_t kMostSsrc = std::numeric_limits<std::uint32_t>::max();
constexpr double kMinFrameRate = 1e3 / trace::kLongestPeriodMs;
constexpr int kMaxPixels = 2040;  // a side, RFC 2435 §3.1.5
constexpr int kMaxBlockBytes = 16 * 1024;

// ---- the members of messages, in both directions (json_fields.h)

template <typename Io>
void text_if_any(Io& io, std::string_view key, std::string& text) {
  if (io.carries(key, !text.empty())) io.text(key, text);
}

/// The port is even, or 0 for a medium that is not in use.
template <typename Io>
void media_port(Io& io, std::string_view key, std::uint16_t& port, bool in_use = true) {
  io.whole(key, port, 0, 65534);
  if constexpr (Io::kReads)
    if (port % 2 != 0 || (in_use && port == 0)) io.fail("\"" + std::string(key) + "\" must be even and not 0");
}

/// An end that says nothing of it has the paper's.
template <typename Io>
void carry_trend(Io& io, TrendSetting& trend) {
  if (!io.carries("trend", true)) return void(trend = {});
  std::string words = trend.to_string(), ignored;  // the error repeats the word, which may be long
  io.text("trend", words);
  if constexpr (Io::kReads) {
    const auto read = TrendSetting::parse(words, ignored);
    if (!read) io.fail("trend is not a set of thresholds");
    trend = read.value_or(TrendSetting{});
  }
}

template <typename Io>
void carry(Io& io, AudioDescription& audio) {
  io.flag("send", audio.send);
  io.flag("receive", audio.receive);
  io.whole("ssrc", audio.ssrc, 0, kMostSsrc);
  media_port(io, "port", audio.port, audio.send || audio.receive);
  io.whole("payload_type", audio.payload_type, 0, 127);
  io.whole("block_bytes", audio.block_bytes, 1, kMaxBlockBytes);
  carry_trend(io, audio.trend);
}

template <typename Io>
void carry(Io& io, VideoDescription& video) {
  io.flag("send", video.send);
  io.flag("receive", video.receive);
  io.whole("ssrc", video.ssrc, 0, kMostSsrc);
  media_port(io, "port", video.port, video.send || video.receive);
  io.whole("payload_type", video.payload_type, 0, 127);
  io.word("subsampling", video.subsampling, {"4:2:0", "4:2:2"});
  io.number("frames_per_second", video.frames_per_second, 0, 1000);  // 0: not known
  if constexpr (Io::kReads)
    if (video.frames_per_second != 0 && video.frames_per_second < kMinFrameRate)
      io.fail("\"frames_per_second\" must be 0 or at least 0.01");
  io.whole("width", video.width, 0, kMaxPixels);
  io.whole("height", video.height, 0, kMaxPixels);
  io.whole("block_bytes", video.block_bytes, 1, kMaxBlockBytes);
  io.word("loss_policy", video.loss_policy, {"discard-frame", "stripes"});
  if (io.carries("transport", true)) io.word("transport", video.transport, {"udp", "tcp"});
}

template <typename Io>
void carry_clock(Io& io, Description& description) {
  const bool has_clock = description.conference_offset || description.clock_is_kept;
  if (!io.carries("clock", has_clock)) return;
  io.part("clock", "", [&](Io& clock) {
    std::optional<std::int64_t> offset_ns;
    if (description.conference_offset) offset_ns = description.conference_offset->ns();
    clock.whole("conference_offset_ns", offset_ns, kMinClockOffset, kMaxClockOffset);
    if (offset_ns) description.conference_offset = Duration::ns(*offset_ns);
    if (clock.carries("kept", description.clock_is_kept)) clock.flag("kept", description.clock_is_kept);
  });
}

/// Of another protocol version only version and name are read: the rest may have any shape.
template <typename Io>
void carry(Io& io, Description& description) {
  io.whole("version", description.version, 1, 1'000'000);
  io.text("name", description.name);
  if constexpr (Io::kReads) {
    description.name = clean_name(description.name);
    if (description.version != kProtocolVersion) return;
  }
  text_if_any(io, "identity", description.identity);
  text_if_any(io, "records", description.records);
  if constexpr (Io::kReads) {  // in other words than these they say nothing
    if (!is_identity(description.identity)) description.identity.clear();
    if (std::ranges::find(kRecordings, description.records) == kRecordings.end()) description.records.clear();
  }
  text_if_any(io, "nonce", description.nonce);
  text_if_any(io, "proof", description.proof);
  carry_clock(io, description);
  io.part("media", "", [&](Io& media) {
    media.part("audio", "audio: ", [&](Io& audio) { carry(audio, description.audio); });
    media.part("video", "video: ", [&](Io& video) { carry(video, description.video); });
  });
  io.part("extensions", "", [&](Io& extensions) {
    extensions.whole("block", description.block_extension, 1, 14);
    extensions.whole("sent", description.sent_extension, 1, 14);
    if constexpr (Io::kReads)
      if (description.block_extension == description.sent_extension) extensions.fail("extension ids must differ");
  });
}

/// An offer and its answer carry the same.
template <typename Io, typename Told>
requires requires(Told& m) {
  m.description;
}
void carry(Io& io, Told& m) {
  carry(io, m.description);
}
template <typename Io>
void carry(Io& io, message::Ringing& m) {
  text_if_any(io, "nonce", m.nonce);
}
template <typename Io>
void carry(Io& io, message::Proof& m) {
  io.text("proof", m.proof);
}
template <typename Io>
void carry(Io& io, message::Change& m) {
  std::string name = name_of(m.setting), value = words_of(m.setting);
  io.text("name", name);
  io.text("value", value);
  if constexpr (Io::kReads) {
    const auto setting = parse_asked(name, value);
    if (!setting) return io.fail("no setting that can be asked for, or not a value of it");
    m.setting = *setting;
  }
}
template <typename Io>
void carry(Io& io, message::Changed& m) {
  io.text("name", m.name);
  io.text("value", m.value);
  io.text("origin", m.origin);
  if constexpr (Io::kReads)
    if (m.origin != "local" && m.origin != "remote") io.fail("\"origin\" must be \"local\" or \"remote\"");
}
template <typename Io>
void carry(Io& io, message::Media& m) {
  const auto carry_one = [&io](std::string_view key, std::string_view where, auto& description) {
    if (!io.carries(key, description.has_value())) return;
    if (!description) description.emplace();
    io.part(key, where, [&](Io& part) { carry(part, *description); });
  };
  carry_one("audio", "audio: ", m.audio);
  carry_one("video", "video: ", m.video);
  if constexpr (Io::kReads)
    if (!m.audio && !m.video) io.fail("\"audio\" or \"video\" is missing");
}
template <typename Io>
void carry(Io& io, message::Path& m) {
  media_port(io, "audio_port", m.audio_port);
  media_port(io, "video_port", m.video_port);
}
template <typename Io>
void carry(Io& io, message::Summary& m) {
  told::carry_columns(io, m.summary);
  const auto carry_part = [&io](std::string_view key, std::string_view where, auto& told, const auto& begun) {
    if (!io.carries(key, told.has_value())) return;
    if (!told) told = begun;
    io.part(key, where, [&](Io& part) { told::carry_columns(part, *told, 1); });
  };
  carry_part("quality", "quality: ", m.quality, PeerQuality{m.summary.medium, {}, {}, {}, {}});
  carry_part("sent", "sent: ", m.sent, SenderSummary{m.summary.medium, 0, 0, 0, 0, {}});
}
template <typename Io>
void carry(Io& io, message::Times& m) {
  told::carry_rows(io, "times", m.times, kMostSenderTimes);
}
template <typename Io>
void carry(Io& io, message::Arrivals& m) {
  told::carry_rows(io, "packets", m.packets, kMostArrivals);
}
template <typename Io>
void carry(Io& io, message::HangUp& m) {
  io.text("reason", m.reason);
}
template <typename Io>
void carry(Io&, message::KeepAlive&) {}
/// Whatever it says: it is the answer to a request that was done.
template <typename Io>
void carry(Io& io, message::Done&) {
  if constexpr (!Io::kReads) io.flag("applied", true);
}
template <typename Io>
void carry(Io& io, message::Failed& m) {
  io.whole("code", m.code, -1'000'000, 1'000'000);
  io.text("message", m.sentence);
}

// ---- JSON-RPC around them

/// Whether brackets nest deeper than any message does. Counts brackets outside strings; the parser does the rest.
bool too_deep(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

MessageReading problem(std::optional<std::int64_t> id, bool reply, int code, std::string sentence) {
  return {std::nullopt, reply, {id, code, std::move(sentence)}};
}

template <typename M>
MessageReading read_as(FieldReader& fields, std::optional<std::int64_t> id, bool reply) {
  M message{};
  if constexpr (requires { message.id = id; })
    message.id = id;
  else if constexpr (requires { message.id; })
    message.id = *id;
  carry(fields, message);
  if (!fields.ok()) return problem(id, reply, error_code::kInvalidParameters, fields.problem());
  return {std::move(message), reply, {}};
}

/// A message that has both a method and an id is a request, whose sender waits for an answer.
MessageReading read_method(std::string_view method, FieldReader& fields, std::optional<std::int64_t> id) {
  std::optional<MessageReading> reading;
  const auto try_as = [&]<typename M>(std::type_identity<M>) {
    constexpr bool is_request = requires(M m) {
      m.id;
    };
    if constexpr (requires { M::method; })
      if (M::method == method && is_request == id.has_value()) reading = read_as<M>(fields, id, is_request);
  };
  [&]<typename... M>(std::type_identity<std::variant<M...>>) {
    (try_as(std::type_identity<M>()), ...);
  }(std::type_identity<Message>());
  if (reading) return std::move(*reading);
  return problem(id, id.has_value(), error_code::kUnknownMethod, id ? "unknown method" : "unknown notification");
}

MessageReading read_response(const Json& json, std::optional<std::int64_t> id) {
  if (const auto error = json.find("error"); error != json.end()) {
    FieldReader fields(*error);
    return read_as<message::Failed>(fields, id, false);
  }
  if (!id) return problem(id, false, error_code::kInvalidRequest, "an answer without id");
  FieldReader fields(json["result"]);
  return fields.carries("version") ? read_as<message::Answer>(fields, id, false)
                                   : read_as<message::Done>(fields, id, false);
}

}  // namespace

MessageReading read_message(std::string_view line) {
  if (line.size() > kMaxLineBytes) return problem({}, true, error_code::kParse, "the line is too long");
  if (too_deep(line)) return problem({}, true, error_code::kParse, "nested too deeply");
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return problem({}, true, error_code::kParse, "not JSON");

  FieldReader fields(json);
  const auto method = json.is_object() ? json.find("method") : json.end();
  const bool response = json.is_object() && (json.contains("result") || json.contains("error"));
  std::string version;
  if (fields.carries("jsonrpc")) fields.text("jsonrpc", version);
  std::optional<std::int64_t> id;
  fields.whole("id", id, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  if (!fields.ok() || version != "2.0" || response == (method != json.end()) || (!response && !method->is_string())) {
    return problem(id, !response, error_code::kInvalidRequest, "not a JSON-RPC 2.0 request, notification or answer");
  }
  if (response) return read_response(json, id);

  static const Json none = Json::object();
  const auto params = json.find("params");
  FieldReader parameters(params == json.end() ? none : *params);
  return read_method(method->get_ref<const std::string&>(), parameters, id);
}

std::string write_message(const Message& message) {
  const auto write = [](auto m) {
    FieldWriter fields;
    carry(fields, m);
    Json json = {{"jsonrpc", "2.0"}};
    if constexpr (requires { m.method; }) {
      json["method"] = m.method;
      json["params"] = fields.take();
    } else {
      json[std::is_same_v<decltype(m), message::Failed> ? "error" : "result"] = fields.take();
    }
    if constexpr (requires { m.id.has_value(); })
      json["id"] = m.id ? Json(*m.id) : Json(nullptr);
    else if constexpr (requires { m.id; })
      json["id"] = m.id;
    return json.dump() + "\n";
  };
  return std::visit(write, message);
}

}  // namespace jitterscope
