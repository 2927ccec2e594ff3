#include "core/lab/claypool98/stream.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <latch>
#include <memory>
#include <vector>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/synthetic_scene.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/processors.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/base/realtime/watchdog.h"
#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"
#include "core/call/steps/accepted_packet.h"
#include "core/call/steps/packet_intake.h"

namespace jitterscope {
namespace {

constexpr int kLeadInPackets = 10;  // packets that do not count
constexpr Duration kBegin = Duration::ms(50), kStreamPatience = Duration::seconds(5), kLongestWait = Duration::ms(50);
constexpr PrioritySetting kCompetitorsClass{PrioritySetting::Kind::kRealtime};
constexpr Duration kCompetitorsPeriod = Duration::us(7300), kCompetitorsWork = Duration::us(800);
constexpr std::uint32_t kSsrc = 0x636c6179;
constexpr int kSceneWidth = 640, kBlockRows = 16, kSceneQuality = 80, kTries = 21;

std::optional<double> variance_of(std::span<const Timestamp> times) {
  Moments intervals;
  for (std::size_t i = 1; i < times.size(); ++i) intervals.add((times[i] - times[i - 1]).ms());
  return intervals.variance();
}

/// Median, ms.
double decoding_time(JpegDecoder& decoder, const JpegBuffer& picture) {
  VideoFrame frame;
  decoder.decode(picture.view(), frame, PixelFormat::kI420);
  std::vector<double> times;
  for (int i = 0; i < kTries; ++i) {
    const Timestamp begin = monotonic_now();
    decoder.decode(picture.view(), frame, PixelFormat::kI420);
    times.push_back((monotonic_now() - begin).ms());
  }
  return *percentile_by_selection(times, 0.5);
}

bool encode_scene(int rows, JpegBuffer& out, std::string& error) {
  VideoFrame frame;
  SyntheticScene(kSceneWidth, rows, 1).fetch(0, Timestamp(), frame);
  JpegEncoder encoder;
  if (encoder.encode(frame, kSceneQuality, Subsampling::k420, out)) return true;
  error = encoder.error();
  return false;
}

/// Both ends; each member belongs to one thread while they run.
class Stream {
 public:
  Stream(const StreamPlan& plan, UdpSocket from, UdpSocket to)
      : plan_(plan),
        packets_(plan.packets + kLeadInPackets),
        from_(std::move(from)),
        to_(std::move(to)),
        destination_(to_.local()) {
    sent_.reserve(static_cast<std::size_t>(packets_));
    arrivals_.reserve(static_cast<std::size_t>(packets_));
    decode();  // now, so that the decoder allocates nothing later
  }

  std::optional<StreamFigures> run(std::string& error) {
    begin_ = monotonic_now() + kBegin;
    std::vector<std::unique_ptr<RealtimeThread>> competitors;
    for (int i = 0; i < plan_.competitors; ++i)
      competitors.push_back(std::make_unique<RealtimeThread>(ThreadRole::kAudioReceive, kCompetitorsClass,
                                                             [this](std::stop_token stop) { compete(stop); }));
    RealtimeThread receiver(ThreadRole::kAudioReceive, plan_.receiver, [this](std::stop_token) { receive(); });
    RealtimeThread sender(ThreadRole::kAudioSend, plan_.sender, [this](std::stop_token) { send(); });
    error = receiver.status().reason + sender.status().reason;
    for (const auto& competitor : competitors) error += competitor->status().reason;
    ended_.wait();
    competitors.clear();
    if (!error.empty()) return std::nullopt;
    if (!classes_kept_) {
      error = "A thread lost its class during a run, so the run says nothing of that class.";
      return std::nullopt;
    }
    if (!all_pinned_) {
      error = "The system did not let the threads stay on one processor each.";
      return std::nullopt;
    }
    return stream_figures(arrivals_, sent_, kLeadInPackets);
  }

 private:
  void decode() {
    if (!plan_.work.empty()) decoder_.decode(plan_.work, frame_, PixelFormat::kI420);
  }

  /// At the end of a thread.
  void check_class(ThreadRole role, const PrioritySetting& asked) {
    const auto has = effective_priority(gettid());
    if (!has || !is_kind_of(*has, wanted_priority(asked, role))) classes_kept_ = false;
  }

  /// Works a little in each of its periods, and rests.
  void compete(const std::stop_token& stop) {
    const PinnedTo there(plan_.receiver_processor);
    if (!there.pinned()) all_pinned_ = false;
    for (Timestamp next = begin_; !stop.stop_requested(); next += kCompetitorsPeriod) {
      const Timestamp began = sleep_until(next);
      while (monotonic_now() < began + kCompetitorsWork) {}
      next = std::max(next, monotonic_now() - kCompetitorsPeriod);  // what was missed is not made up for
    }
    check_class(ThreadRole::kAudioReceive, kCompetitorsClass);
  }

  void send() {
    const PinnedTo there(plan_.sender_processor);
    if (!there.pinned()) all_pinned_ = false;
    std::array<std::uint8_t, rtp::kMaxAudioHeaderBytes> head;
    std::vector<std::uint8_t> payload(static_cast<std::size_t>(std::max(plan_.period.seconds() * 8000, 1.0)), 0xff);
    rtp::RtpHeader header{.payload_type = rtp::kPayloadPcmu, .ssrc = kSsrc};
    for (int i = 0; i < packets_; ++i) {
      sleep_until(begin_ + plan_.period * i);
      header.sequence = static_cast<std::uint16_t>(i);
      header.timestamp = static_cast<std::uint32_t>(static_cast<std::size_t>(i) * payload.size());
      const std::size_t size = rtp::write_audio_header(head, header, {});
      const std::array<iovec, 2> parts{iovec{head.data(), size}, iovec{payload.data(), payload.size()}};
      sent_.push_back(monotonic_now());
      from_.send(parts, destination_);
    }
    check_class(ThreadRole::kAudioSend, plan_.sender);
    ended_.count_down();
  }

  /// It ends when all have come, at a time, or when somebody else floods the port.
  void receive() {
    const PinnedTo there(plan_.receiver_processor);
    if (!there.pinned()) all_pinned_ = false;
    const CallClock clock{ConferenceClock{}};
    PacketIntake intake({Medium::kAudio, rtp::kPayloadPcmu, kSsrc, {}, &clock});
    std::array<std::uint8_t, 2048> bytes;
    const Timestamp end = begin_ + plan_.period * packets_ + kStreamPatience;
    for (int left = 4 * packets_; left > 0 && arrivals_.size() < static_cast<std::size_t>(packets_);) {
      if (monotonic_now() >= end) break;
      const auto datagram = to_.receive(std::as_writable_bytes(std::span(bytes)), kLongestWait);
      if (!datagram) continue;
      --left;
      const auto accepted =
          intake.accept({{bytes.data(), datagram->size}, datagram->received, datagram->kernel, datagram->truncated});
      if (!accepted || accepted->event.duplicate) continue;
      arrivals_.push_back(accepted->event);
      decode();
    }
    check_class(ThreadRole::kAudioReceive, plan_.receiver);
    ended_.count_down();
  }

  const StreamPlan plan_;
  const int packets_;
  UdpSocket from_, to_;
  const SocketAddress destination_;
  Timestamp begin_;
  std::atomic<bool> all_pinned_{true}, classes_kept_{true};
  std::latch ended_{2};
  std::vector<Timestamp> sent_;          // sender
  std::vector<PacketArrived> arrivals_;  // receiver
  JpegDecoder decoder_;                  // receiver
  VideoFrame frame_;
};

}  // namespace

StreamFigures stream_figures(std::span<const PacketArrived> arrivals, std::span<const Timestamp> sent, int lead_in) {
  StreamFigures figures;
  std::vector<Timestamp> received;
  std::vector<double> delays;
  for (const PacketArrived& packet : arrivals) {
    if (packet.sequence < lead_in) continue;
    received.push_back(packet.received);
    if (packet.kernel) delays.push_back((packet.received - *packet.kernel).ms());
  }
  const std::span counted = sent.subspan(std::min(sent.size(), static_cast<std::size_t>(lead_in)));
  figures.sent = static_cast<int>(counted.size());
  figures.received = static_cast<int>(received.size());
  figures.variance_ms2 = variance_of(received);
  figures.sent_variance_ms2 = variance_of(counted);
  figures.delay_p50_ms = percentile_by_selection(delays, 0.5);
  figures.delay_p99_ms = percentile_by_selection(delays, 0.99);
  return figures;
}

std::optional<DecodingWork> decoding_work(int rows, int processor, std::string& error) {
  DecodingWork work{.picture = {}, .rows = rows / kBlockRows * kBlockRows};
  if (work.rows == 0) return work;
  const PinnedTo there(processor);
  JpegDecoder decoder;
  if (!encode_scene(work.rows, work.picture, error)) return std::nullopt;
  work.ms = decoding_time(decoder, work.picture);
  return work;
}

std::string why_no_rest(const DecodingWork& work, Duration period) {
  const double most = WatchdogBudget{}.share * period.ms();
  if (work.ms < most) return {};
  return fmt::format(
      "Decoding takes {:.2g} ms here, and a real-time receiver has to rest: it may use {:.2g} ms of each period. Set "
      "work-rows lower, or period-ms higher.",
      work.ms, most);
}

std::optional<StreamFigures> run_stream(const StreamPlan& plan, std::string& error) {
  auto from = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  auto to = from ? UdpSocket::bind(SocketAddress::loopback(), {}, error) : std::nullopt;
  if (!to) return std::nullopt;
  return Stream(plan, std::move(*from), std::move(*to)).run(error);
}

}  // namespace jitterscope
