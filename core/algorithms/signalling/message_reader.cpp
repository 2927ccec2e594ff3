#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/algorithms/signalling/arrivals_json.h"
#include "core/algorithms/signalling/json_fields.h"
#include "core/algorithms/signalling/messages.h"
#include "core/algorithms/signalling/participant_identity.h"
#include "core/algorithms/signalling/sender_times_json.h"

namespace jitterscope {
namespace {

constexpr int kMaxDepth = 8;
constexpr std::int64_t kMaxCount = std::int64_t{1} << 53;  // what every JSON implementation carries exactly
// Sums with local times fit 64 bits and are times that a trace holds (core/record/trace/row_codec.h): 1933 to 2096.
constexpr std::int64_t kMinClockOffset = -(std::int64_t{1} << 60), kMaxClockOffset = 4'000'000'000'000'000'000;
constexpr double kMinFrameRate = 1e3 / trace::kLongestPeriodMs;
constexpr int kMaxPixels = 2040;  // a side, RFC 2435 §3.1.5
constexpr int kMaxBlockBytes = 16 * 1024;

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

/// An even port, or 0 for a medium that is not in use.
std::uint16_t media_port(JsonFields& fields, bool in_use, const std::string& key = "port") {
  const auto port = fields.integer(key, 0, 65534);
  if (port % 2 != 0 || (in_use && port == 0)) fields.fail("\"" + key + "\" must be even and not 0");
  return static_cast<std::uint16_t>(port);
}

std::uint32_t ssrc(JsonFields& fields) {
  return static_cast<std::uint32_t>(fields.integer("ssrc", 0, std::numeric_limits<std::uint32_t>::max()));
}

/// An end that says nothing of it has the paper's.
TrendSetting read_trend(JsonFields& fields) {
  if (!fields.has("trend")) return {};
  std::string ignored;  // it repeats the word, which may be long
  const auto trend = TrendSetting::parse(fields.text("trend"), ignored);
  if (!trend) fields.fail("trend is not a set of thresholds");
  return trend.value_or(TrendSetting{});
}

/// A second; 0: not known.
double read_frame_rate(JsonFields& fields) {
  const double rate = fields.number("frames_per_second", 0, 1000);
  if (rate != 0 && rate < kMinFrameRate) fields.fail("\"frames_per_second\" must be 0 or at least 0.01");
  return rate;
}

AudioDescription read_audio(const Json& json, JsonFields& parent) {
  JsonFields fields(json);
  AudioDescription audio;
  audio.send = fields.boolean("send");
  audio.receive = fields.boolean("receive");
  audio.ssrc = ssrc(fields);
  audio.port = media_port(fields, audio.send || audio.receive);
  audio.payload_type = static_cast<int>(fields.integer("payload_type", 0, 127));
  audio.block_bytes = static_cast<int>(fields.integer("block_bytes", 1, kMaxBlockBytes));
  audio.trend = read_trend(fields);
  if (!fields.ok()) parent.fail("audio: " + fields.problem());
  return audio;
}

VideoDescription read_video(const Json& json, JsonFields& parent) {
  JsonFields fields(json);
  VideoDescription video;
  video.send = fields.boolean("send");
  video.receive = fields.boolean("receive");
  video.ssrc = ssrc(fields);
  video.port = media_port(fields, video.send || video.receive);
  video.payload_type = static_cast<int>(fields.integer("payload_type", 0, 127));
  video.subsampling = fields.word("subsampling", {"4:2:0", "4:2:2"}) == 0 ? Subsampling::k420 : Subsampling::k422;
  video.frames_per_second = read_frame_rate(fields);
  video.width = static_cast<int>(fields.integer("width", 0, kMaxPixels));
  video.height = static_cast<int>(fields.integer("height", 0, kMaxPixels));
  video.block_bytes = static_cast<int>(fields.integer("block_bytes", 1, kMaxBlockBytes));
  video.loss_policy =
      fields.word("loss_policy", {"discard-frame", "stripes"}) == 0 ? LossPolicy::kDiscardFrame : LossPolicy::kStripes;
  if (fields.has("transport"))
    video.transport = fields.word("transport", {"udp", "tcp"}) == 0 ? Transport::kUdp : Transport::kTcp;
  if (!fields.ok()) parent.fail("video: " + fields.problem());
  return video;
}

/// Of another protocol version only version and name are read: the rest may have any shape.
Description read_description(JsonFields& fields) {
  Description description;
  description.version = static_cast<int>(fields.integer("version", 1, 1'000'000));
  description.name = clean_name(fields.text("name"));
  if (description.version != kProtocolVersion) return description;
  if (fields.has("identity"))
    if (const std::string identity = fields.text("identity"); is_identity(identity)) description.identity = identity;
  if (fields.has("records"))  // in other words than these it says nothing
    if (const std::string kept = fields.text("records"); std::ranges::find(kRecordings, kept) != kRecordings.end())
      description.records = kept;
  if (fields.has("nonce")) description.nonce = fields.text("nonce");
  if (fields.has("proof")) description.proof = fields.text("proof");
  if (fields.has("clock")) {
    JsonFields clock(fields.object("clock"));
    if (const auto ns = clock.optional_integer("conference_offset_ns", kMinClockOffset, kMaxClockOffset)) {
      description.conference_offset = Duration::ns(*ns);
    }
    if (clock.has("kept")) description.clock_is_kept = clock.boolean("kept");
    if (!clock.ok()) fields.fail(clock.problem());
  }
  JsonFields media(fields.object("media"));
  description.audio = read_audio(media.object("audio"), fields);
  description.video = read_video(media.object("video"), fields);
  JsonFields extensions(fields.object("extensions"));
  description.block_extension = static_cast<int>(extensions.integer("block", 1, 14));
  description.sent_extension = static_cast<int>(extensions.integer("sent", 1, 14));
  if (description.block_extension == description.sent_extension) extensions.fail("extension ids must differ");
  for (const JsonFields* part : {&media, &extensions}) {
    if (!part->ok()) fields.fail(part->problem());
  }
  return description;
}

constexpr double kMostMs = 3'600'000;

/// Of a time or a spread of times, ms.
std::optional<double> read_ms(JsonFields& fields, std::string_view key, double lowest) {
  const auto told = fields.optional_number(key);
  if (told && !(*told >= lowest && *told <= kMostMs)) fields.fail(fmt::format("\"{}\" is no time that can be", key));
  return told;
}

/// A delay may be below 0: the clocks agree within a bound.
constexpr double kLeastDelayMs = -60'000;

PeerSummary read_summary(JsonFields& fields) {
  PeerSummary summary;
  summary.medium = fields.word("medium", {"audio", "video"}) == 0 ? Medium::kAudio : Medium::kVideo;
  summary.packets = fields.integer("packets", 0, kMaxCount);
  summary.expected = fields.integer("expected", 0, kMaxCount);
  summary.lost = fields.integer("lost", -kMaxCount, kMaxCount);
  summary.duplicates = fields.integer("duplicates", 0, kMaxCount);
  summary.reordered = fields.integer("reordered", 0, kMaxCount);
  summary.frames_complete = fields.integer("frames_complete", 0, kMaxCount);
  summary.frames_lost = fields.integer("frames_lost", 0, kMaxCount);
  summary.frames_late = fields.optional_integer("frames_late", 0, kMaxCount);
  summary.rate_kbps = fields.number("rate_kbps", 0, 1e12);
  summary.interarrival_mean_ms = read_ms(fields, "interarrival_mean_ms", 0);
  summary.interarrival_stddev_ms = read_ms(fields, "interarrival_stddev_ms", 0);
  summary.jitter_ms = read_ms(fields, "jitter_ms", 0);
  summary.delay_mean_ms = read_ms(fields, "delay_mean_ms", kLeastDelayMs);
  summary.delay_p95_ms = read_ms(fields, "delay_p95_ms", kLeastDelayMs);
  return summary;
}

PeerQuality read_quality(const Json& json, Medium medium, JsonFields& parent) {
  JsonFields fields(json);
  PeerQuality quality{medium,
                      read_ms(fields, "latency_ms", kLeastDelayMs),
                      read_ms(fields, "jitter_ms", 0),
                      fields.optional_number("loss_ratio"),
                      {},
                      read_ms(fields, "network_latency_ms", kLeastDelayMs)};
  if (fields.has("ends_at"))
    quality.ends_at = static_cast<LatencyEnd>(fields.word("ends_at", {"hand-over", "painting", "loudspeaker"}));
  if (quality.loss_ratio.value_or(0) < 0 || quality.loss_ratio.value_or(0) > 1)
    fields.fail("\"loss_ratio\" is no share");
  if (!fields.ok()) parent.fail("quality: " + fields.problem());
  return quality;
}

message::Summary read_summary_and_quality(JsonFields& fields) {
  message::Summary told{read_summary(fields)};
  if (fields.has("quality")) told.quality = read_quality(fields.object("quality"), told.summary.medium, fields);
  return told;
}

message::Media read_media(JsonFields& fields) {
  message::Media media;
  if (fields.has("audio")) media.audio = read_audio(fields.object("audio"), fields);
  if (fields.has("video")) media.video = read_video(fields.object("video"), fields);
  if (!media.audio && !media.video) fields.fail("\"audio\" or \"video\" is missing");
  return media;
}

message::Path read_path(JsonFields& fields) {
  return {media_port(fields, true, "audio_port"), media_port(fields, true, "video_port")};
}

message::Changed read_changed(JsonFields& fields) {
  message::Changed changed{fields.text("name"), fields.text("value"), fields.text("origin")};
  if (changed.origin != "local" && changed.origin != "remote")
    fields.fail("\"origin\" must be \"local\" or \"remote\"");
  return changed;
}

MessageReading problem(std::optional<std::int64_t> id, bool reply, int code, std::string sentence) {
  return {std::nullopt, reply, {id, code, std::move(sentence)}};
}

MessageReading finish(Message message, const JsonFields& fields, std::optional<std::int64_t> id, bool reply) {
  if (!fields.ok()) return problem(id, reply, error_code::kInvalidParameters, fields.problem());
  return {std::move(message), reply, {}};
}

/// Methods whose sender waits for an answer.
MessageReading read_request(const std::string& method, JsonFields& fields, std::int64_t id) {
  if (method == "offer") return finish(message::Offer{id, read_description(fields)}, fields, id, true);
  if (method == "keepalive") return finish(message::KeepAlive{id}, fields, id, true);
  if (method == "change") {
    const auto setting = parse_asked(fields.text("name"), fields.text("value"));
    if (!setting) fields.fail("no setting that can be asked for, or not a value of it");
    return finish(message::Change{id, setting.value_or(SetShaping{})}, fields, id, true);
  }
  return problem(id, true, error_code::kUnknownMethod, "unknown method");
}

MessageReading read_notification(const std::string& method, JsonFields& fields) {
  const auto done = [&](Message message) { return finish(std::move(message), fields, std::nullopt, false); };
  if (method == "ringing") return done(message::Ringing{fields.has("nonce") ? fields.text("nonce") : std::string()});
  if (method == "proof") return done(message::Proof{fields.text("proof")});
  if (method == "times") return done(message::Times{read_times(fields)});
  if (method == "arrivals") return done(message::Arrivals{read_arrivals(fields)});
  if (method == "summary") return done(read_summary_and_quality(fields));
  if (method == "changed") return done(read_changed(fields));
  if (method == "media") return done(read_media(fields));
  if (method == "path") return done(read_path(fields));
  if (method == "hangup") return done(message::HangUp{fields.text("reason")});
  return problem(std::nullopt, false, error_code::kUnknownMethod, "unknown notification");
}

MessageReading read_response(const Json& json, std::optional<std::int64_t> id) {
  if (const auto error = json.find("error"); error != json.end()) {
    JsonFields fields(*error);
    const auto code = static_cast<int>(fields.integer("code", -1'000'000, 1'000'000));
    return finish(message::Failed{id, code, fields.text("message")}, fields, id, false);
  }
  if (!id) return problem(id, false, error_code::kInvalidRequest, "an answer without id");
  JsonFields fields(json["result"]);
  if (fields.has("version")) return finish(message::Answer{*id, read_description(fields)}, fields, id, false);
  return finish(message::Done{*id}, fields, id, false);
}

}  // namespace

MessageReading read_message(std::string_view line) {
  if (line.size() > kMaxLineBytes) return problem({}, true, error_code::kParse, "the line is too long");
  if (too_deep(line)) return problem({}, true, error_code::kParse, "nested too deeply");
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return problem({}, true, error_code::kParse, "not JSON");

  JsonFields fields(json);
  const auto method = json.is_object() ? json.find("method") : json.end();
  const bool response = json.is_object() && (json.contains("result") || json.contains("error"));
  const bool versioned = fields.has("jsonrpc") && fields.text("jsonrpc") == "2.0";
  const auto id =
      fields.optional_integer("id", std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  if (!fields.ok() || !versioned || response == (method != json.end()) || (!response && !method->is_string())) {
    return problem(id, !response, error_code::kInvalidRequest, "not a JSON-RPC 2.0 request, notification or answer");
  }
  if (response) return read_response(json, id);

  static const Json none = Json::object();
  const auto params = json.find("params");
  JsonFields parameters(params == json.end() ? none : *params);
  const auto& name = method->get_ref<const std::string&>();
  return id ? read_request(name, parameters, *id) : read_notification(name, parameters);
}

}  // namespace jitterscope
