#include "ui/panels/jitter_panel.h"

#include <QTextStream>
#include <QVBoxLayout>

#include "ui/text.h"

namespace jitterscope {
namespace {

enum : int { kVideoSeries, kAudioSeries };  // in order of drawing: the narrow band of audio above

// soft hyphens: where a low plot breaks its label
constexpr auto kInterarrival = "Inter\u00ADarrival", kInterarrivalSpread = "σ of inter\u00ADarrival";

constexpr int kLowest = 80;  // px: room for the label in two lines

constexpr auto kDefinition =
    "<p><b>Interarrival time</b> of packets: x<sub>i</sub> = R<sub>i</sub> − R<sub>i−1</sub>, in order of arrival. The "
    "band runs "
    "from the smallest to the largest value of each moment. <i>Claypool 1998, §3.</i></p>"
    "<p><b>Jitter</b>: J += (|D| − J) / 16, D the difference of transit times of successive packets. <i>RFC 3550, "
    "A.8.</i></p>"
    "<p><b>p95</b>: 95 of 100 intervals of the last 10 s were no longer.</p>"
    "<p><b>Received there</b>: standard deviation of the interarrival time and jitter as the far end reports them, "
    "four times a second. "
    "H holds the present values as dashed lines.</p>";

const std::vector<SeriesPoint> kNoPoints;

std::optional<double> stddev_of(const std::optional<PeerView>& peer) {
  return peer ? peer->interarrival_stddev_ms : std::nullopt;
}
std::optional<double> jitter_of(const std::optional<PeerView>& peer) {
  return peer ? peer->jitter_ms : std::nullopt;
}

/// ", 4.1 × lower" than held, or nothing.
QString against_held(std::optional<double> now, std::optional<double> held) {
  if (!now || !held || *now <= 0 || *held <= 0) return {};
  const double ratio = *held / *now;
  if (ratio > 0.95 && ratio < 1.05) return ", as held";
  return ratio > 1 ? ", " + figure(ratio) + " × lower" : ", " + figure(1 / ratio) + " × higher";
}

}  // namespace

JitterPanel::JitterPanel(ViewState& view_state, QWidget* parent) : Panel(view_state, "Jitter", kDefinition, parent) {
  add_side_switch();
  auto* column = new QVBoxLayout(body());
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  interarrival_ = new TimePlot(view(), kInterarrival, "ms", 10);
  jitter_ = new TimePlot(view(), "Jitter", "ms", 1);
  interarrival_->set_time_labels(false);
  interarrival_->setMinimumHeight(kLowest);
  for (auto* plot : {interarrival_, jitter_}) {
    plot->add_series("video", Hue::kVideo);
    plot->add_series("audio", Hue::kAudio);
  }
  column->addWidget(interarrival_, 5);
  column->addWidget(jitter_, 5);
}

void JitterPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(
        "The time between packets of sound and picture, and their jitter, appear here once a call is up.\n"
        "Type an address at the top and press Call, or let the other end call you.");
  const bool here = view().side() == Side::kHere;
  if (here && !snapshot->received_audio.active && !snapshot->received_video.active)
    return show_empty(
        "Nothing has been received yet. The far end’s packets appear here as soon as it sends sound or picture.");
  if (!here && !snapshot->peer_audio && !snapshot->peer_video)
    return show_empty(
        "No summary from the far end yet. It reports four times a second what it receives of your streams.");
  show_body();
  here ? draw_here(*snapshot) : draw_there(*snapshot);
  draw_held();
  for (auto* plot : {interarrival_, jitter_}) {
    plot->set_marks(snapshot->marks);
    plot->draw();
  }
}

void JitterPanel::draw_here(const CallSnapshot& now) {
  interarrival_->set_quantity(kInterarrival);
  interarrival_->set_envelope(kAudioSeries, now.received_audio.interarrival_series);
  interarrival_->set_envelope(kVideoSeries, now.received_video.interarrival_series);
  jitter_->set_envelope(kAudioSeries, now.received_audio.jitter_series);
  jitter_->set_envelope(kVideoSeries, now.received_video.jitter_series);
  Reading reading;
  const auto add = [&](Hue hue, const QString& name, const StreamSnapshot& stream, const StreamSnapshot* held) {
    if (!stream.active) return;
    const auto jitter = "jitter " + figure(stream.jitter_rfc3550_ms, "ms");
    reading.push_back({hue, held ? name + " " + jitter + against_held(stream.jitter_rfc3550_ms, held->jitter_rfc3550_ms)
                                 : name + " p95 " + figure(stream.recent_interarrival.p95) + ", " + jitter});
  };
  const auto* held = view().held().get();
  add(Hue::kAudio, "Audio", now.received_audio, held ? &held->received_audio : nullptr);
  add(Hue::kVideo, "Video", now.received_video, held ? &held->received_video : nullptr);
  if (held) reading.push_back({Hue::kHeld, "held", true});
  set_reading(std::move(reading));
}

void JitterPanel::draw_there(const CallSnapshot& now) {
  interarrival_->set_quantity(kInterarrivalSpread);
  const auto points = [](const std::optional<PeerView>& peer, auto series) {
    return peer ? &((*peer).*series) : &kNoPoints;
  };
  interarrival_->set_points(kAudioSeries, *points(now.peer_audio, &PeerView::interarrival_stddev_series));
  interarrival_->set_points(kVideoSeries, *points(now.peer_video, &PeerView::interarrival_stddev_series));
  jitter_->set_points(kAudioSeries, *points(now.peer_audio, &PeerView::jitter_series));
  jitter_->set_points(kVideoSeries, *points(now.peer_video, &PeerView::jitter_series));
  Reading reading;
  const auto add = [&](Hue hue, const QString& name, const std::optional<PeerView>& peer) {
    if (peer)
      reading.push_back({hue, name + " σ " + figure(peer->interarrival_stddev_ms, "ms") + ", jitter " +
                                  figure(peer->jitter_ms, "ms")});
  };
  add(Hue::kAudio, "Audio", now.peer_audio);
  add(Hue::kVideo, "Video", now.peer_video);
  set_reading(std::move(reading));
}

void JitterPanel::draw_held() {
  const auto* held = view().held().get();
  const bool here = view().side() == Side::kHere;
  const auto level = [&](auto of_stream, auto of_peer) -> std::optional<double> {
    if (!held) return std::nullopt;
    return here ? of_stream(*held) : of_peer(*held);
  };
  using S = const CallSnapshot&;
  interarrival_->set_held(kAudioSeries, level([](S s) { return s.received_audio.recent_interarrival.p95; },
                                              [](S s) { return stddev_of(s.peer_audio); }));
  interarrival_->set_held(kVideoSeries, level([](S s) { return s.received_video.recent_interarrival.p95; },
                                              [](S s) { return stddev_of(s.peer_video); }));
  jitter_->set_held(kAudioSeries, level([](S s) { return s.received_audio.jitter_rfc3550_ms; },
                                        [](S s) { return jitter_of(s.peer_audio); }));
  jitter_->set_held(kVideoSeries, level([](S s) { return s.received_video.jitter_rfc3550_ms; },
                                        [](S s) { return jitter_of(s.peer_video); }));
}

void JitterPanel::write_csv(QTextStream& out) const {
  interarrival_->write_csv(out);
  jitter_->write_csv(out);
}

}  // namespace jitterscope
