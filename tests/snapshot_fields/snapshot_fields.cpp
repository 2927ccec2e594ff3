#include "tests/snapshot_fields/snapshot_fields.h"

#include <cstdio>
#include <type_traits>

#include "core/measures/views/compensation_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {
namespace {

struct Writer {
  template <typename T>
  void put(const std::string& name, const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      char text[40];
      std::snprintf(text, sizeof text, "%.17g", value);
      fields[name] = text;
    } else if constexpr (std::is_enum_v<T>) {
      fields[name] = std::to_string(static_cast<int>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      fields[name] = std::to_string(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      fields[name] = value;
    } else {
      members(name + (name.empty() ? "" : "."), value);
    }
  }
  template <typename T>
  void put(const std::string& name, const std::optional<T>& value) {
    if (value) put(name, *value);
  }
  template <typename T>
  void put(const std::string& name, const Boxed<T>& value) {
    if (value) put(name, *value);
  }
  template <typename T>
  void put(const std::string& name, const std::shared_ptr<const T>& value) {
    if (value) put(name, *value);
  }
  template <typename T>
  void put(const std::string& name, const Answers<T>& answers) {
    put(name, answers.first());
  }
  template <typename T>
  void put(const std::string& name, const std::vector<T>& list) {
    put(name + ".size", list.size());
    for (std::size_t i = 0; i < list.size(); ++i) put(name + '[' + std::to_string(i) + ']', list[i]);
  }
  template <typename T, std::size_t N>
  void put(const std::string& name, const std::array<T, N>& list) {
    for (std::size_t i = 0; i < N; ++i) put(name + '[' + std::to_string(i) + ']', list[i]);
  }
  template <typename A, typename B>
  void put(const std::string& name, const std::pair<A, B>& pair) {
    put(name + ".first", pair.first);
    put(name + ".second", pair.second);
  }

// clang-format off
#define FIELD(member) put(in + #member, x.member);
  void members(const std::string& in, const SeriesPoint& x) { FIELD(at_s) FIELD(value) }
  void members(const std::string& in, const EnvelopeSlot& x) { FIELD(at_s) FIELD(min) FIELD(max) }
  void members(const std::string& in, const PacketDot& x) { FIELD(frame) FIELD(block) FIELD(at_s) FIELD(offset_ms) }
  void members(const std::string& in, const SampleFigures& x) {
    FIELD(n) FIELD(mean) FIELD(stddev) FIELD(min) FIELD(max) FIELD(p50) FIELD(p95) FIELD(p99)
  }
  void members(const std::string& in, const StreamSnapshot& x) {
    FIELD(medium) FIELD(direction) FIELD(active) FIELD(ssrc) FIELD(foreign) FIELD(packets) FIELD(expected) FIELD(lost)
    FIELD(duplicates) FIELD(reordered) FIELD(bytes) FIELD(runs) FIELD(frames_complete) FIELD(frames_lost) FIELD(frames_late) FIELD(dvt_ms)
    FIELD(jitter_on_send_times_ms) FIELD(last_departures) FIELD(last_lost) FIELD(lost_departures) FIELD(ended) FIELD(since_picture_s) FIELD(lost_frames_ago_s) FIELD(blocks_missed_playout) FIELD(rejected) FIELD(rate_kbps) FIELD(packets_per_second) FIELD(frames_per_second)
    FIELD(whole_rate_kbps) FIELD(whole_packets_per_second) FIELD(whole_frames_per_second)
    FIELD(loss_ratio) FIELD(recent_loss_ratio) FIELD(interarrival) FIELD(recent_interarrival) FIELD(delay)
    FIELD(recent_delay_mean_ms) FIELD(jitter_rfc3550_ms) FIELD(interarrival_series) FIELD(jitter_series)
    FIELD(delay_series) FIELD(rate_series) FIELD(loss_series) FIELD(last_packets)
  }
  void members(const std::string& in, const PeerView& x) {
    FIELD(medium) FIELD(packets) FIELD(lost) FIELD(duplicates) FIELD(reordered) FIELD(frames_complete) FIELD(frames_lost)
    FIELD(frames_late) FIELD(frames_per_second) FIELD(loss_ratio) FIELD(recent_loss_ratio) FIELD(interarrival_mean_ms)
    FIELD(interarrival_stddev_ms) FIELD(jitter_ms) FIELD(delay_mean_ms) FIELD(delay_p95_ms) FIELD(rate_kbps) FIELD(age_s) FIELD(last_lost) FIELD(sent_ago_s)
    FIELD(interarrival_stddev_series) FIELD(jitter_series) FIELD(loss_series) FIELD(rate_series)
  }
  void members(const std::string& in, const MarkRow& x) { FIELD(at_s) FIELD(text) FIELD(remote) }
  void members(const std::string& in, const NoticeRow& x) { FIELD(at_s) FIELD(severity) FIELD(text) FIELD(number) }
  void members(const std::string& in, const DelaySplitView::Moment& x) { FIELD(at_s) FIELD(parts) FIELD(os_share) FIELD(waiting) }
  void members(const std::string& in, const DelaySplitView& x) {
    FIELD(parts) FIELD(whole) FIELD(last) FIELD(clock_bound_ms) FIELD(os_ms) FIELD(network_ms) FIELD(waiting_ms)
    FIELD(kernel_ms) FIELD(os_share) FIELD(network_share) FIELD(unknown) FIELD(units) FIELD(series)
  }
  void members(const std::string& in, const AnalysisQuery& x) {
    FIELD(window) FIELD(selection_s) FIELD(reference) FIELD(remove_skew) FIELD(reflection_remedy) FIELD(gap_scale_percent)
    FIELD(buffer_scale_ms)
  }
  void members(const std::string& in, const InterarrivalReport& x) {
    FIELD(n) FIELD(mean) FIELD(variance) FIELD(stddev) FIELD(average_deviation) FIELD(absolute_deviation) FIELD(cv)
    FIELD(skew) FIELD(excess_kurtosis) FIELD(min) FIELD(max) FIELD(range) FIELD(p50) FIELD(p95) FIELD(p99)
  }
  void members(const std::string& in, const SpacingReport& x) { FIELD(min) FIELD(mean) FIELD(max) }
  void members(const std::string& in, const ExceedanceReport& x) { FIELD(n) FIELD(threshold_ms) FIELD(share) FIELD(spacing_ms) }
  void members(const std::string& in, const HistogramBin& x) { FIELD(low_ms) FIELD(high_ms) FIELD(count) }
  void members(const std::string& in, const CurvePoint& x) { FIELD(buffer_ms) FIELD(dropped_percent) }
  void members(const std::string& in, const BoxView& x) {
    FIELD(from_s) FIELD(to_s) FIELD(n) FIELD(mean) FIELD(low_quartile) FIELD(median) FIELD(high_quartile)
    FIELD(low_whisker) FIELD(high_whisker) FIELD(outliers)
  }
  void members(const std::string& in, const PeriodicSpike& x) { FIELD(period_s) FIELD(strength) FIELD(height_ms) }
  void members(const std::string& in, const MeasuresView& x) {
    FIELD(query) FIELD(from_s) FIELD(to_s) FIELD(interarrival) FIELD(exceedances) FIELD(linear) FIELD(logarithmic) FIELD(cdf)
    FIELD(boxes) FIELD(autocorrelation) FIELD(spike)
  }
  void members(const std::string& in, const CompensationOptimum& x) { FIELD(buffer_ms) FIELD(dropped_percent) FIELD(distance) }
  void members(const std::string& in, const CompensationReport& x) {
    FIELD(reference) FIELD(skew_removed) FIELD(skew_ppm) FIELD(frames) FIELD(area_ms_percent) FIELD(curve) FIELD(optimal)
  }
  void members(const std::string& in, const PlayoutSetting& x) { put(in + "words", x.to_string()); }
  void members(const std::string& in, const OperatingPoint& x) {
    FIELD(setting) FIELD(in_force) FIELD(units) FIELD(delay_ms) FIELD(dropped_percent) FIELD(held_ms) FIELD(distance)
  }
  void members(const std::string& in, const CompensationView& x) {
    FIELD(query) FIELD(from_s) FIELD(to_s) FIELD(report) FIELD(skew_ppm) FIELD(skew_unknown) FIELD(points) FIELD(bound)
  }
  void members(const std::string& in, const LossBursts& x) {
    FIELD(units) FIELD(lost) FIELD(bursts) FIELD(mean_length) FIELD(burst_ratio) FIELD(gap_ms)
  }
  void members(const std::string& in, const VoiceQuality& x) {
    FIELD(r) FIELD(mos) FIELD(ta_ms) FIELD(ppl_percent) FIELD(burst_r) FIELD(ie) FIELD(bpl) FIELD(outside)
  }
  void members(const std::string& in, const PlayoutView& x) {
    FIELD(setting) FIELD(played) FIELD(late) FIELD(lost) FIELD(dropped) FIELD(concealed) FIELD(gaps) FIELD(delay_ms)
    FIELD(added_ms) FIELD(level_ms) FIELD(resampling_ppm) FIELD(lip_sync_ms) FIELD(lip_sync_p95_ms) FIELD(bursts)
  }
  void members(const std::string& in, const QualityPoint& x) { FIELD(latency_ms) FIELD(jitter_ms) FIELD(loss_ratio) FIELD(network_latency_ms) FIELD(ends_at) FIELD(from_send) FIELD(burst_ratio) FIELD(lost_only) FIELD(latency_units) FIELD(no_latency) }
  void members(const std::string& in, const QualityMoment& x) { FIELD(at_s) FIELD(point) }
  void members(const std::string& in, const QualityView& x) { FIELD(now) FIELD(trail) FIELD(voice) }
  void members(const std::string& in, const ReceivedView& x) {
    FIELD(figures) FIELD(split) FIELD(measures) FIELD(compensation) FIELD(playout) FIELD(quality)
  }
  void members(const std::string& in, const ReportedView& x) { FIELD(figures) FIELD(quality) }
  void members(const std::string& in, const ParticipantView& x) {
    put(in + "id", x.id.value);
    FIELD(received.values) FIELD(reported.values)
  }
  void members(const std::string& in, const CallSnapshot& x) {
    FIELD(elapsed_s) FIELD(sent.values) FIELD(remotes) FIELD(marks) FIELD(notices) FIELD(shaping_local)
    FIELD(shaping_remote) FIELD(rate_control_remote) FIELD(round_trip_ms) FIELD(round_trip_age_s) FIELD(fetching_ms) FIELD(burst_interval_ms)
    FIELD(overrun_blocks) FIELD(encode_p50_ms) FIELD(decode_p50_ms)
  }
#undef FIELD
  // clang-format on

  std::map<std::string, std::string>& fields;
};

}  // namespace

SnapshotFields::SnapshotFields(const CallSnapshot& view) {
  Writer{fields_}.put("", view);
}
SnapshotFields::SnapshotFields(const ReceivedView& view) {
  Writer{fields_}.put("", view);
}
SnapshotFields::SnapshotFields(const StreamSnapshot& view) {
  Writer{fields_}.put("", view);
}
SnapshotFields::SnapshotFields(const Answers<MeasuresView>& view) {
  Writer{fields_}.put("", view);
}
SnapshotFields::SnapshotFields(const Answers<CompensationView>& view) {
  Writer{fields_}.put("", view);
}

std::vector<std::string> SnapshotFields::differences(const SnapshotFields& other) const {
  std::vector<std::string> found;
  auto all = fields_;
  all.insert(other.fields_.begin(), other.fields_.end());
  for (const auto& [name, value] : all)
    if (value_of(name) != other.value_of(name))
      found.push_back(name + ": " + value_of(name) + " | " + other.value_of(name));
  return found;
}

std::string SnapshotFields::value_of(const std::string& name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? "-" : found->second;
}

}  // namespace jitterscope
