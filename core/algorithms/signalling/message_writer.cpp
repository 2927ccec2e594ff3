#include <cmath>

#include "core/algorithms/signalling/arrivals_json.h"
#include "core/algorithms/signalling/json_fields.h"
#include "core/algorithms/signalling/messages.h"
#include "core/algorithms/signalling/sender_times_json.h"

namespace jitterscope {
namespace {

Json to_json(const AudioDescription& audio) {
  return {{"ssrc", audio.ssrc},
          {"port", audio.port},
          {"payload_type", audio.payload_type},
          {"block_bytes", audio.block_bytes},
          {"trend", audio.trend.to_string()},
          {"send", audio.send},
          {"receive", audio.receive}};
}

Json to_json(const VideoDescription& video) {
  return {{"ssrc", video.ssrc},
          {"port", video.port},
          {"payload_type", video.payload_type},
          {"subsampling", video.subsampling == Subsampling::k420 ? "4:2:0" : "4:2:2"},
          {"frames_per_second", video.frames_per_second},
          {"width", video.width},
          {"height", video.height},
          {"block_bytes", video.block_bytes},
          {"loss_policy", video.loss_policy == LossPolicy::kStripes ? "stripes" : "discard-frame"},
          {"transport", to_string(video.transport)},
          {"send", video.send},
          {"receive", video.receive}};
}

Json to_json(const Description& description) {
  Json json = {{"version", description.version},
               {"name", clean_text(description.name)},
               {"media", {{"audio", to_json(description.audio)}, {"video", to_json(description.video)}}},
               {"extensions", {{"block", description.block_extension}, {"sent", description.sent_extension}}}};
  if (!description.identity.empty()) json["identity"] = clean_text(description.identity);
  if (!description.records.empty()) json["records"] = clean_text(description.records);
  if (!description.nonce.empty()) json["nonce"] = clean_text(description.nonce);
  if (!description.proof.empty()) json["proof"] = clean_text(description.proof);
  if (description.conference_offset) json["clock"] = {{"conference_offset_ns", description.conference_offset->ns()}};
  if (description.clock_is_kept) json["clock"]["kept"] = true;
  return json;
}

void put(Json& json, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) json[key] = *value;
}

Json to_json(const PeerSummary& summary) {
  Json json = {{"medium", to_string(summary.medium)},
               {"packets", summary.packets},
               {"expected", summary.expected},
               {"lost", summary.lost},
               {"duplicates", summary.duplicates},
               {"reordered", summary.reordered},
               {"frames_complete", summary.frames_complete},
               {"frames_lost", summary.frames_lost},
               {"rate_kbps", std::isfinite(summary.rate_kbps) ? summary.rate_kbps : 0.0}};
  if (summary.frames_late) json["frames_late"] = *summary.frames_late;
  put(json, "interarrival_mean_ms", summary.interarrival_mean_ms);
  put(json, "interarrival_stddev_ms", summary.interarrival_stddev_ms);
  put(json, "jitter_ms", summary.jitter_ms);
  put(json, "delay_mean_ms", summary.delay_mean_ms);
  put(json, "delay_p95_ms", summary.delay_p95_ms);
  return json;
}

Json to_json(const PeerQuality& quality) {
  Json json = Json::object();
  put(json, "latency_ms", quality.latency_ms);
  put(json, "jitter_ms", quality.jitter_ms);
  put(json, "loss_ratio", quality.loss_ratio);
  put(json, "network_latency_ms", quality.network_latency_ms);
  if (quality.ends_at) json["ends_at"] = to_string(*quality.ends_at);
  return json;
}

Json notification(const char* method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

Json request(std::int64_t id, const char* method, Json params) {
  Json json = notification(method, std::move(params));
  json["id"] = id;
  return json;
}

Json result(std::int64_t id, Json value) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}};
}

Json form(const message::Offer& m) {
  return request(m.id, "offer", to_json(m.description));
}
Json form(const message::Answer& m) {
  return result(m.id, to_json(m.description));
}
Json form(const message::Ringing& m) {
  Json params = Json::object();
  if (!m.nonce.empty()) params["nonce"] = clean_text(m.nonce);
  return notification("ringing", std::move(params));
}
Json form(const message::Proof& m) {
  return notification("proof", {{"proof", clean_text(m.proof)}});
}
Json form(const message::Change& m) {
  return request(m.id, "change", {{"name", name_of(m.setting)}, {"value", words_of(m.setting)}});
}
Json form(const message::Changed& m) {
  return notification("changed",
                      {{"name", clean_text(m.name)}, {"value", clean_text(m.value)}, {"origin", clean_text(m.origin)}});
}
Json form(const message::Media& m) {
  Json media = Json::object();
  if (m.audio) media["audio"] = to_json(*m.audio);
  if (m.video) media["video"] = to_json(*m.video);
  return notification("media", std::move(media));
}
Json form(const message::Path& m) {
  return notification("path", {{"audio_port", m.audio_port}, {"video_port", m.video_port}});
}
Json form(const message::KeepAlive& m) {
  return request(m.id, "keepalive", Json::object());
}
Json form(const message::Times& m) {
  return notification("times", write_times(m.times));
}
Json form(const message::Arrivals& m) {
  return notification("arrivals", write_arrivals(m.packets));
}

Json form(const message::Summary& m) {
  Json json = to_json(m.summary);
  if (m.quality) json["quality"] = to_json(*m.quality);
  return notification("summary", std::move(json));
}
Json form(const message::HangUp& m) {
  return notification("hangup", {{"reason", clean_text(m.reason)}});
}
Json form(const message::Done& m) {
  return result(m.id, {{"applied", true}});
}
Json form(const message::Failed& m) {
  Json json = {{"jsonrpc", "2.0"}, {"error", {{"code", m.code}, {"message", clean_text(m.sentence)}}}};
  json["id"] = m.id ? Json(*m.id) : Json(nullptr);
  return json;
}

}  // namespace

std::string write_message(const Message& message) {
  return std::visit([](const auto& m) { return form(m); }, message).dump() + "\n";
}

}  // namespace jitterscope
