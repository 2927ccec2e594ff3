#include "tests/ui/fakes/fake_session.h"

#include <cmath>
#include <map>
#include <random>
#include <tuple>

#include <QPainter>

#include "core/algorithms/rate/rate_controllers.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/thread_row.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/fakes/fake_views.h"

namespace jitterscope {
namespace {

constexpr double kFrameMs = 1000.0 / 15, kFetchingMs = 9;
constexpr int kBlocks = 14;

/// Departure offsets of a frame's packets, ms.
double offset_of(int block, int burst) {
  if (burst == 0) return 0.018 * block;
  const double interval = (kFrameMs - kFetchingMs) * burst / kBlocks;
  return block / burst * interval + 0.018 * (block % burst);
}

std::vector<PacketDot> dots(double elapsed_s, int burst, double noise_ms, unsigned seed) {
  std::mt19937 random(seed + static_cast<unsigned>(elapsed_s * 15));
  std::exponential_distribution<double> late(1 / std::max(noise_ms, 1e-6));
  std::vector<PacketDot> packets;
  const auto newest = static_cast<std::int64_t>(elapsed_s * 15);
  for (auto frame = std::max<std::int64_t>(0, newest - 11); frame <= newest; ++frame) {
    const int blocks = kBlocks + static_cast<int>(frame * 7 % 5) - 2;
    for (int block = 0; block < blocks; ++block)
      packets.push_back({frame, static_cast<std::uint16_t>(block), static_cast<double>(frame) / 15,
                         offset_of(block, burst) + (noise_ms > 0 && block > 0 ? late(random) : 0)});
  }
  return packets;
}

StreamSnapshot stream(Medium medium, Direction direction, double elapsed_s, int burst) {
  const bool video = medium == Medium::kVideo;
  StreamSnapshot s;
  s.medium = medium;
  s.direction = direction;
  s.active = true;
  s.packets = static_cast<std::int64_t>(elapsed_s * (video ? 205 : 31.25));
  s.expected = s.packets + (video ? 3 : 0);
  s.lost = video ? 3 : 0;
  s.duplicates = 1;
  s.bytes = s.packets * (video ? 1052 : 284);
  s.frames_complete = static_cast<std::int64_t>(elapsed_s * (video ? 15 : 31.25));
  s.frames_late = video ? 4 : 0;
  if (!video && direction == Direction::kReceived) s.blocks_missed_playout = 38;
  s.rejected[2] = 2;
  s.rate_kbps = video ? 1725 : 71.2;
  s.packets_per_second = video ? 205 : 31.25;
  s.frames_per_second = video ? 15 : 31.25;
  s.loss_ratio = s.expected > 0 ? static_cast<double>(*s.lost) / static_cast<double>(s.expected) : 0;
  s.recent_loss_ratio = 0;
  const double mean = video ? 4.87 : 32;
  s.interarrival = {s.packets,           mean, video ? 9.31 : 1.42, 0.01,
                    video ? 71.2 : 44.8, mean, video ? 24.6 : 34.1, video ? 52.3 : 37.9};
  s.recent_interarrival = s.interarrival;
  s.delay = {s.packets, video ? 12.4 : 3.2, 0.8, 2.1, 19.9, video ? 12.1 : 3.1, video ? 18.6 : 4.4, video ? 19.2 : 6.2};
  s.recent_delay_mean_ms = s.delay.mean;
  s.jitter_rfc3550_ms = video ? 3.42 : 0.87;
  std::mt19937 random(video ? 5U : 9U);
  std::normal_distribution<double> normal(0, 1);
  double jitter = video ? 3 : 0.8;
  for (double at = 0.1; at < elapsed_s; at += 0.1) {
    const double busy = at > 0.6 * elapsed_s ? 0.35 : 1;  // calmer after a change of settings
    const double low = video ? 0.3 + 0.2 * std::abs(normal(random)) : 32 - 2.4 * busy * std::abs(normal(random));
    const double high = video ? (burst == 0 ? 62 : 12) + 6 * busy * std::abs(normal(random))
                              : 32 + 2.6 * busy * std::abs(normal(random));
    s.interarrival_series.push_back({at, low, high});
    jitter += 0.08 * ((video ? 4.2 : 1.1) * busy - jitter) + 0.12 * busy * normal(random);
    s.jitter_series.push_back({at, std::max(jitter, 0.05), std::max(jitter, 0.05) + 0.03});
    s.delay_series.push_back(
        {at, video ? 9.8 + 0.6 * std::sin(at) : 2.4, (video ? 14 : 3.6) + std::abs(normal(random))});
  }
  for (double at = 1; at < elapsed_s; at += 1) {
    s.rate_series.push_back({at, (video ? 1700 : 71) + (video ? 160 : 1) * normal(random)});
    s.loss_series.push_back({at, video && std::fmod(at, 23) < 1 ? 0.5 : 0});
  }
  if (video) s.last_departures = dots(elapsed_s, burst, 0.01, 3);
  if (video) s.last_packets = dots(elapsed_s, burst, direction == Direction::kReceived ? 0.6 : 0.01, 3);
  return s;
}

PeerView peer(Medium medium, const StreamSnapshot& sent) {
  PeerView p;
  p.medium = medium;
  p.packets = sent.packets;
  p.frames_complete = sent.frames_complete;
  p.frames_per_second = sent.frames_per_second;
  p.interarrival_mean_ms = sent.interarrival.mean;
  p.interarrival_stddev_ms = sent.interarrival.stddev;
  p.jitter_ms = medium == Medium::kVideo ? 2.18 : 0.64;
  p.delay_mean_ms = medium == Medium::kVideo ? 11.8 : 3.4;
  p.recent_loss_ratio = 0;
  p.rate_kbps = sent.rate_kbps;
  p.age_s = 0.2;
  for (const auto& slot : sent.jitter_series) {
    p.jitter_series.push_back({slot.at_s, slot.max * 0.7});
    p.interarrival_stddev_series.push_back({slot.at_s, slot.max * 2});
  }
  p.rate_series = sent.rate_series;
  p.last_packets = sent.last_packets;
  p.loss_series = sent.loss_series;
  return p;
}

QImage made_picture(const QSize& size, const QColor& back, const QString& words) {
  QImage picture(size, QImage::Format_RGB32);
  QPainter painter(&picture);
  QLinearGradient light(0, 0, size.width(), size.height());
  light.setColorAt(0, back.lighter(140));
  light.setColorAt(1, back.darker(180));
  painter.fillRect(picture.rect(), light);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor("#d9a783"));
  painter.drawEllipse(QPointF(size.width() * 0.5, size.height() * 0.42), size.width() * 0.13, size.height() * 0.22);
  painter.setBrush(back.darker(250));
  painter.drawEllipse(QPointF(size.width() * 0.5, size.height() * 1.05), size.width() * 0.32, size.height() * 0.4);
  painter.setPen(Qt::white);
  painter.drawText(12, 24, words);
  return picture;
}

CallSnapshot new_snapshot(double elapsed_s, int burst_local, int burst_remote) {
  CallSnapshot now;
  now.local = Timestamp::ns(static_cast<std::int64_t>(elapsed_s * 1e9));
  now.elapsed_s = elapsed_s;
  for (const Medium medium : kMedia) {
    const bool video = medium == Medium::kVideo;
    now.sent[medium] = stream(medium, Direction::kSent, elapsed_s, video ? burst_local : 0);
    now.received(medium).figures = stream(medium, Direction::kReceived, elapsed_s, video ? burst_remote : 0);
    now.received(medium).split = make_split(medium, elapsed_s);
    now.reported(medium).figures = peer(medium, now.sent[medium]);
  }
  now.threads = make_threads(elapsed_s);
  for (const auto* ring : {"audio-send events", "audio-receive events", "video-send events", "video-receive events",
                           "packets", "frames", "speaker samples"})
    now.rings.push_back({ring, 0});
  now.marks = {
      {elapsed_s * 0.3, "load 4", false}, {elapsed_s * 0.6, "shaping a", false}, {elapsed_s * 0.82, "shaping c", true}};
  now.shaping_local = ShapingSetting{burst_local, {}}.to_string();
  now.shaping_remote = ShapingSetting{burst_remote, {}}.to_string();
  now.round_trip_ms = 0.42;
  now.fetching_ms = kFetchingMs;
  now.burst_interval_ms = burst_local ? (kFrameMs - kFetchingMs) * burst_local / kBlocks : 0;
  now.conditions = make_conditions(elapsed_s);
  add_views(now);
  return now;
}

}  // namespace

/// Most tests begin with the same one, which takes longer to make than to copy.
CallSnapshot make_snapshot(double elapsed_s, int burst_local, int burst_remote) {
  static std::map<std::tuple<double, int, int>, const CallSnapshot> made;
  const std::tuple key(elapsed_s, burst_local, burst_remote);
  constexpr std::size_t kMost = 20;
  if (made.size() == kMost && !made.contains(key)) made.clear();
  auto found = made.find(key);
  if (found == made.end()) found = made.emplace(key, new_snapshot(elapsed_s, burst_local, burst_remote)).first;
  return found->second;
}

FakeSession::FakeSession() {
  call.local_address = "192.0.2.7:5004";
  lists.version = 1;
  lists.cameras = {{"cam0", "Integrated camera"}, {"cam1", "Conference camera, wide angle (USB 3.0)"}};
  lists.microphones = {{"mic", "Built-in microphone"}};
  lists.speakers = {{"spk", "Built-in speakers"}};
  set.video = *VideoSourceSetting::parse("synthetic:640x480@15");
  std::string never;
  set.link = *LinkSettings::parse(kFakeLink, never);
  set.background = *BackgroundSetting::parse("60", never);
  set.cpu_load = 2;
  set.audio = *AudioSourceSetting::parse("microphone:mic");
}

void FakeSession::start_call(double elapsed_s) {
  call.stage = CallStage::kInCall;
  call.peer = "Room 204";
  recording = {true, "lecture.jscope", 12'400'000};
  remote_pictures = 1;
  advance_to(elapsed_s);
}

void FakeSession::advance_to(double elapsed_s) {
  auto now = make_snapshot(elapsed_s, set.shaping.burst_size);
  if (query != AnalysisQuery{}) add_views(now, query);
  latest = std::make_shared<const CallSnapshot>(std::move(now));
}

AudioLevels FakeSession::levels() {
  if (call.stage != CallStage::kInCall) return {};
  return {-24, -13, -31, -20};
}

std::optional<std::int64_t> FakeSession::take_remote_picture(QImage& picture) {
  if (remote_pictures == 0) return std::nullopt;
  --remote_pictures;
  picture = made_picture({640, 480}, "#4a6a8a", "Frame 11265");
  return 11265;
}

bool FakeSession::take_local_picture(QImage& picture) {
  picture = made_picture({320, 240}, "#6a5a4a", {});
  return true;
}

std::vector<RateControllerChoice> FakeSession::rate_controllers() {
  std::vector<RateControllerChoice> choices;
  for (const RateControllerDefinition& known : jitterscope::rate_controllers())
    choices.push_back({known.name, known.label, known.argument});
  return choices;
}

std::vector<ExportFormat> FakeSession::export_formats() {
  return {{"csv", "tables (CSV, a folder)", ""}, {"pcapng", "Wireshark capture (pcapng)", "pcapng"}};
}

void FakeSession::export_session(const std::string& format, const std::string& path, bool anonymous,
                                 std::function<void(ExportResult)> finished) {
  exported_format = format;
  exported_anonymous = anonymous;
  finished({true, "Exported to " + path + "."});
}

FakeSession::~FakeSession() = default;
void FakeSession::send(const Command& command) {
  sent.push_back(command);
}

void FakeSession::compare(const StretchToCompare& before, const StretchToCompare& after,
                          std::function<void(CompareResult)> finished) {
  compared.push_back({before, after});
  finished_comparing.push_back(std::move(finished));
}

}  // namespace jitterscope
