#include "app/command_line/call_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "core/base/units/plain_digits.h"
#include "core/events/words.h"
#include "core/measures/report/quality_json.h"
#include "core/measures/report/reject_reasons.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json number(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// Packets, over the whole call.
int longest_queue(const LinkView& link) {
  double longest = 0;
  for (const EnvelopeSlot& slot : link.queue_series) longest = std::max(longest, slot.max);
  return static_cast<int>(longest);
}

/// Of the last ten seconds of the call.
Json split_json(const Boxed<DelaySplitView>& split) {
  if (!split) return nullptr;
  const auto part = [](const std::optional<SampleFigures>& figures) -> Json {
    if (!figures) return nullptr;
    return {{"n", figures->n},
            {"mean", number(figures->mean)},
            {"p50", number(figures->p50)},
            {"p95", number(figures->p95)}};
  };
  Json parts = Json::object();
  for (std::size_t i = 0; i < kDelayParts; ++i) parts[std::string(kDelayPartWords[i])] = part(split->parts[i]);
  parts["whole"] = part(split->whole);
  return parts;
}

/// Counts of the whole call; delays of its end.
Json playout_json(const Boxed<PlayoutView>& playout) {
  if (!playout) return nullptr;
  return {{"policy", playout->setting ? Json(playout->setting->to_string()) : Json(nullptr)},
          {"played", playout->played},
          {"late", playout->late},
          {"lost", playout->lost},
          {"dropped", playout->dropped},
          {"concealed", playout->concealed},
          {"gaps", playout->gaps},
          {"delay_ms", number(playout->delay_ms)},
          {"added_ms", number(playout->added_ms)},
          {"level_ms", number(playout->level_ms)},
          {"resampling_ppm", number(playout->resampling_ppm)},
          {"lip_sync_ms", number(playout->lip_sync_ms)},
          {"lip_sync_p95_ms", number(playout->lip_sync_p95_ms)}};
}

/// The optimum of the curve and the policies beside it, of the stretch looked at (the last minute unless a window
/// asks).
Json compensation_json(const std::shared_ptr<const CompensationView>& view) {
  if (!view) return nullptr;
  Json points = Json::array(), curve = Json::array();
  for (const OperatingPoint& point : view->points)
    points.push_back({{"policy", point.setting.to_string()},
                      {"in_force", point.in_force},
                      {"units", point.units},
                      {"delay_ms", point.delay_ms},
                      {"dropped_percent", point.dropped_percent}});
  for (const CurvePoint& corner : view->report.curve) curve.push_back({corner.buffer_ms, corner.dropped_percent});
  const CompensationOptimum& optimum = view->report.optimal;
  return {{"from_s", view->from_s},
          {"to_s", view->to_s},
          {"optimal", {{"buffer_ms", optimum.buffer_ms}, {"dropped_percent", optimum.dropped_percent}}},
          {"points", points},
          {"curve", curve}};
}

Json bursts_json(const Boxed<PlayoutView>& playout) {
  if (!playout || !playout->bursts) return nullptr;
  const LossBursts& bursts = *playout->bursts;
  return {{"bursts", bursts.bursts},
          {"mean_length", number(bursts.mean_length)},
          {"burst_ratio", number(bursts.burst_ratio)},
          {"gap_ms", number(bursts.gap_ms)}};
}

/// What came of it, and when, is in the remote's own summary.
Json sent_json(const StreamSnapshot& stream) {
  if (!stream.active) return nullptr;
  const bool video = stream.medium == Medium::kVideo;
  Json json{{"ssrc", stream.ssrc},
            {"packets", stream.packets},
            {"refused", number(stream.refused)},
            {"bytes", stream.bytes},
            {video ? "frames_sent" : "blocks_sent", stream.frames_complete},
            {"interdeparture_mean_ms", number(stream.interarrival.mean)},
            {"interdeparture_p50_ms", number(stream.interarrival.p50)},
            {"interdeparture_p95_ms", number(stream.interarrival.p95)},
            {"interdeparture_p99_ms", number(stream.interarrival.p99)},
            {"interdeparture_stddev_ms", number(stream.interarrival.stddev)}};
  for (const char* key : {"lost", "loss_ratio", "duplicates", "reordered", "delay_mean_ms", "delay_p50_ms",
                          "delay_p95_ms", "gaps_per_second", "quality"})
    json[key] = nullptr;
  for (const char* key : {"complete", "lost", "late"}) json[std::string(video ? "frames_" : "blocks_") + key] = nullptr;
  return json;
}

Json stream_json(const StreamSnapshot& stream, const Boxed<DelaySplitView>& split, const Boxed<QualityView>& quality,
                 const Boxed<PlayoutView>& playout) {
  if (!stream.active) return nullptr;
  return {{"ssrc", stream.ssrc},
          {"packets", stream.packets},
          {"expected", stream.expected},
          {"lost", number(stream.lost)},
          {"loss_ratio", number(stream.loss_ratio)},
          {"refused", number(stream.refused)},
          {"refused_by", stream.refused ? reasons_json(stream.refused_by) : Json(nullptr)},
          {"duplicates", stream.duplicates},
          {"reordered", stream.reordered},
          {"bytes", stream.bytes},
          {stream.medium == Medium::kVideo ? "frames_complete" : "blocks_received", stream.frames_complete},
          {stream.medium == Medium::kVideo ? "frames_played" : "blocks_played",
           playout ? Json(playout->played) : Json(nullptr)},
          {stream.medium == Medium::kVideo ? "frames_lost" : "blocks_lost", number(stream.frames_lost)},
          {stream.medium == Medium::kVideo ? "frames_late" : "blocks_late", number(stream.frames_late)},
          {"dvt_ms", number(stream.dvt_ms)},
          {"blocks_missed_playout", number(stream.blocks_missed_playout)},
          {"interarrival_mean_ms", number(stream.interarrival.mean)},
          {"interarrival_p50_ms", number(stream.interarrival.p50)},
          {"interarrival_p95_ms", number(stream.interarrival.p95)},
          {"interarrival_p99_ms", number(stream.interarrival.p99)},
          {"interarrival_stddev_ms", number(stream.interarrival.stddev)},
          {"jitter_rfc3550_ms", number(stream.jitter_rfc3550_ms)},
          {"jitter_on_send_times_ms", number(stream.jitter_on_send_times_ms)},
          {"loss_bursts", bursts_json(playout)},
          {"voice", quality ? voice_json(quality->voice) : Json(nullptr)},
          {"delay_mean_ms", number(stream.delay.mean)},
          {"delay_p50_ms", number(stream.delay.p50)},
          {"delay_p95_ms", number(stream.delay.p95)},
          {"delay_split_ms", split_json(split)},
          {"os_share", split ? number(split->os_share) : Json(nullptr)},
          {"network_share", split ? number(split->network_share) : Json(nullptr)},
          {"quality", quality ? quality_json(quality->now, default_limits(stream.medium)) : Json(nullptr)},
          {"rejected", reasons_json(stream.rejected)}};
}

Json link_json(const std::optional<LinkView>& link) {
  if (!link) return nullptr;
  const std::array<std::optional<std::int64_t>, kLinkDrops> drops{link->dropped_queue, link->dropped_random,
                                                                  link->dropped_collisions, link->dropped_overload,
                                                                  link->dropped_at_end};
  Json by_reason = Json::object();
  for (std::size_t i = 0; i < kLinkDrops; ++i)
    by_reason[std::string(to_string(static_cast<LinkDrop>(i)))] = drops[i] ? Json(*drops[i]) : Json(nullptr);
  return {{"kernel", link->kernel},
          {"offered", link->offered},
          {"delivered", link->delivered},
          {"drops", by_reason},
          {"media_dropped", link->media_dropped},
          {"background_offered", link->background_offered},
          {"background_dropped", link->background_dropped},
          {"queue_max_packets", longest_queue(*link)},
          {"own_delay_us", number(link->own_delay_us)},
          {"overloaded", link->overloaded || link->overloaded_s > 0},
          {"overloaded_s", link->overloaded_s}};
}

Json clock_json(const std::optional<ClockView>& clock) {
  if (!clock) return nullptr;
  return {{"synchronised", clock->synchronised},
          {"source", clock->source},
          {"offset_ms", clock->offset_ms},
          {"skew_ppm", clock->skew_ppm},
          {"bound_ms", clock->bound_ms},
          {"round_trip_ms", number(clock->round_trip_ms)},
          {"steps", clock->steps}};
}

/// As the last decision says, at the end of the call; omissions of the whole call. What the remote decides is not
/// known here. Without a controller nothing is decided, and without a picture nothing that is decided is done.
Json rate_json(const std::shared_ptr<const RateView>& rate, bool has_picture) {
  if (!rate) return nullptr;
  const bool own = rate->direction == Direction::kSent;
  const bool decided = own && has_picture && rate->decided_at_s;
  const auto if_decided = [decided](Json value) { return decided ? std::move(value) : Json(nullptr); };
  const Json omitted{
      {"target", rate->omitted_target}, {"break", rate->omitted_break}, {"obsolete", rate->omitted_obsolete}};
  return {{"setting", rate->setting ? Json(rate->setting->to_string()) : Json(nullptr)},
          {"transport", rate->transport ? Json(to_string(*rate->transport)) : Json(nullptr)},
          {"stage", if_decided(rate->stage)},
          {"reason", if_decided(rate->reason)},
          {"target_kbps", if_decided(number(rate->target_kbps))},
          {"low_kbps", if_decided(number(rate->low_kbps))},
          {"high_kbps", if_decided(number(rate->high_kbps))},
          {"sending", own && !has_picture ? Json(false) : if_decided(rate->sending)},
          {"verdict", number(rate->verdict)},
          {"delay_ms", number(rate->delay_ms)},
          {"rise_ms", number(rate->rise_ms)},
          {"epsilon_ms", number(rate->epsilon_ms)},
          {"omitted", own ? omitted : Json(nullptr)}};
}

Json conditions_json(const ConditionsView& conditions) {
  return {{"up", link_json(conditions.up)},
          {"down", link_json(conditions.down)},
          {"background", conditions.background},
          {"counters", conditions.counters},
          {"video_applications", conditions.video_applications},
          {"load_average", number(conditions.load_average)},
          {"clock", clock_json(conditions.clock)}};
}

std::string link_line(LinkWay way, const std::optional<LinkView>& link) {
  if (!link) return {};
  const std::int64_t at_end = link->dropped_at_end.value_or(0);
  const std::int64_t dropped =
      link->dropped_queue + link->dropped_random + link->dropped_collisions + link->dropped_overload + at_end;
  std::string reasons;
  const auto name = [&reasons](std::int64_t packets, std::string_view words) {
    if (packets > 0) reasons += fmt::format("{}{} {}", reasons.empty() ? " (" : ", ", packets, words);
  };
  name(link->dropped_queue, "by the full queue");
  name(link->dropped_random, "at random");
  name(link->dropped_collisions, "by collisions");
  const bool overloaded = link->overloaded || link->overloaded_s > 0;
  name(link->dropped_overload, "by the full or stopped link");
  name(at_end, "queued at the end");
  return fmt::format(
      "  link {:10} {} packets offered, {} delivered, {} dropped{}; queue up to {} packets{}\n", to_string(way),
      link->offered, link->delivered, dropped, reasons.empty() ? reasons : reasons + ")", longest_queue(*link),
      overloaded ? fmt::format("; the relay could not keep up or stood still for {:.1f} s", link->overloaded_s) : "");
}

std::string dash(const std::optional<double>& value, const char* unit) {
  return value ? fmt::format("{} {}", plain_digits(*value, 3), unit) : "–";
}

std::string dash(const std::optional<std::int64_t>& count) {
  return count ? std::to_string(*count) : "–";
}

std::string stream_line(const StreamSnapshot& stream) {
  const std::string name = fmt::format("{} {}", to_string(stream.medium), to_string(stream.direction));
  if (!stream.active) return fmt::format("  {:15} nothing\n", name);
  if (stream.direction == Direction::kSent)
    return fmt::format("  {:15} {} packets, {} {}\n", name, stream.packets, stream.frames_complete,
                       stream.medium == Medium::kVideo ? "frames" : "blocks");
  const bool video = stream.medium == Medium::kVideo;
  return fmt::format("  {:15} {} packets, {} lost; {} {}, {} lost, {} late; interarrival {}, jitter {}, delay {}\n",
                     name, stream.packets, dash(stream.lost), stream.frames_complete, video ? "frames" : "blocks",
                     dash(stream.frames_lost), dash(stream.frames_late), dash(stream.interarrival.mean, "ms"),
                     dash(stream.jitter_rfc3550_ms, "ms"), dash(stream.delay.mean, "ms"));
}

/// What came and could not be read, and what came to its ports and was none of its packets.
std::string refused_lines(const StreamSnapshot& stream) {
  std::string lines;
  if (stream.refused.value_or(0) > 0)
    lines = fmt::format("  {} {} of {} came and could not be read: {}\n", *stream.refused,
                        *stream.refused == 1 ? "packet" : "packets", to_string(stream.medium),
                        reason_words(stream.refused_by));
  ReasonCounts foreign = stream.rejected;
  foreign[static_cast<std::size_t>(RejectReason::kTooOften)] = 0;  // what the remote says by RTCP
  const std::int64_t count = std::accumulate(foreign.begin(), foreign.end(), std::int64_t{0});
  if (count > 0)
    lines += fmt::format("  {} foreign {} refused at the ports of {}: {}\n", count,
                         count == 1 ? "packet was" : "packets were", to_string(stream.medium), reason_words(foreign));
  return lines;
}

std::string rate_line(const std::shared_ptr<const RateView>& rate, bool has_picture) {
  if (!rate || rate->stage.empty()) return {};
  if (!has_picture) return fmt::format("  rate control    {}: no picture to steer\n", rate->controller);
  return fmt::format("  rate control    {}, {}{}: {}\n", rate->controller, rate->stage,
                     rate->sending && rate->target_kbps ? fmt::format(", {:.0f} kbit/s", *rate->target_kbps) : "",
                     rate->reason);
}

bool has_picture(const EndpointView& view) {
  return view.settings.video.kind != VideoSourceKind::kNone;
}

}  // namespace

nlohmann::ordered_json summary_json(const CallSnapshot* snapshot, const EndpointView& view) {
  Json json{{"peer", view.peer},
            {"ended", view.sentence},
            {"failed", view.failed},
            {"duration_s", snapshot ? Json(snapshot->elapsed_s) : Json(nullptr)},
            {"trace", view.trace_path.empty() ? Json(nullptr) : Json(view.trace_path)},
            {"received", nullptr},
            {"sent", nullptr},
            {"threads", Json::array()},
            {"notices", Json::array()},
            {"ring_drops", Json::object()}};
  if (!snapshot) return json;
  const auto by_medium = [](auto json_of) {
    return Json{{"audio", json_of(Medium::kAudio)}, {"video", json_of(Medium::kVideo)}};
  };
  json["received"] = by_medium([&](Medium medium) {
    const ReceivedView& of = snapshot->received(medium);
    return stream_json(of.figures, of.split, of.quality, of.playout);
  });
  json["sent"] = by_medium([&](Medium medium) { return sent_json(snapshot->sent[medium]); });
  json["link"] = snapshot->conditions->link;
  json["conditions"] = conditions_json(*snapshot->conditions);
  json["round_trip_ms"] = number(snapshot->round_trip_ms);
  json["playout"] = by_medium([&](Medium medium) { return playout_json(snapshot->received(medium).playout); });
  json["compensation"] =
      by_medium([&](Medium medium) { return compensation_json(snapshot->received(medium).compensation); });
  json["rate"] = {{"sent", rate_json(snapshot->rate_sent, has_picture(view))},
                  {"received", rate_json(snapshot->rate_received, true)}};
  for (const ThreadRow& row : snapshot->threads)
    json["threads"].push_back({{"thread", to_string(row.role)},
                               {"requested", row.requested},
                               {"effective", row.effective},
                               {"way", to_string(row.way)},
                               {"wake_p50_us", number(row.wake_p50_us)},
                               {"wake_p99_us", number(row.wake_p99_us)},
                               {"cpu_share", number(row.cpu_share)}});
  for (const NoticeRow& notice : snapshot->notices)
    json["notices"].push_back({{"at_s", notice.at_s}, {"severity", notice.severity}, {"text", notice.text}});
  for (const RingRow& ring : snapshot->rings) json["ring_drops"][ring.name] = ring.dropped;
  return json;
}

std::string summary_text(const CallSnapshot* snapshot, const EndpointView& view) {
  std::string text = view.sentence.empty() || view.failed ? "" : view.sentence + "\n";
  if (snapshot) {
    text += fmt::format("Call of {:.1f} s with {}\n", snapshot->elapsed_s, view.peer);
    for (const Medium medium : kMedia) text += stream_line(snapshot->received(medium).figures);
    for (const Medium medium : kMedia) text += stream_line(snapshot->sent[medium]);
    for (const Medium medium : kMedia) text += refused_lines(snapshot->received(medium).figures);
    text += rate_line(snapshot->rate_sent, has_picture(view));
    text += link_line(LinkWay::kUp, snapshot->conditions->up) + link_line(LinkWay::kDown, snapshot->conditions->down);
    for (const RingRow& ring : snapshot->rings)
      if (ring.dropped > 0) text += fmt::format("  {}: {} dropped\n", ring.name, ring.dropped);
  }
  if (!view.trace_path.empty()) text += "Trace: " + view.trace_path + "\n";
  return text;
}

}  // namespace jitterscope
