#include "core/record/sound/stream_sound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/algorithms/media/pcma.h"
#include "core/algorithms/media/pcmu.h"
#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/measures/definitions/stream_input.h"
#include "core/record/datagrams/capture_datagrams.h"
#include "core/record/disk/packed_file.h"
#include "core/record/disk/whole_file.h"
#include "core/record/import/rtp_finder.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

constexpr std::uint8_t kPaddingBit = 0x20;
constexpr std::size_t kSoundHeadBytes = 64;
constexpr const char* kNoSound = "Its packets hold no sound.";

/// Takes the datagrams of one stream and puts their sound in place.
class SoundReader {
 public:
  SoundReader(const StreamInput& stream, const SoundPlan& plan, std::int64_t skipped)
      : stream_(stream), plan_(plan), taken_(plan.packets.size()), skipped_(skipped) {
    const std::size_t most = std::min(kMostSoundSamples, static_cast<std::size_t>(kLongestSound) * plan.rate_hz);
    limit_ = static_cast<std::int64_t>(most);
  }

  void take(Timestamp at, const trace::UdpDatagram& datagram) {
    if (!is_of_stream(datagram)) return;
    const PlannedPacket* planned = next_planned(at, datagram.size);
    if (!planned) return;
    ++found_;
    if (planned->at) decode(*planned->at - skipped_, datagram);
  }

  bool found_any() const { return found_ > 0; }
  bool all_cut() const { return decoded_ == 0 && cut_short_ > 0; }
  bool goes_on() const { return goes_on_; }
  std::vector<std::int16_t> take_samples() { return std::move(samples_); }

 private:
  bool is_of_stream(const trace::UdpDatagram& datagram) const {
    const auto ssrc = rtp::rtp_sender(datagram.payload);
    if (!ssrc || ssrc != stream_.ssrc || datagram.payload[0] >> 6 != 2) return false;
    if (datagram.outgoing != (stream_.direction == Direction::kSent)) return false;
    if (trace::address_text(datagram.destination, datagram.destination_port) != stream_.destination) return false;
    const std::string source = trace::address_text(datagram.source, datagram.source_port);
    return source.empty() ? stream_.sources.empty()
                          : std::ranges::find(stream_.sources, source) != stream_.sources.end();
  }

  /// The first of those of this time and length that no datagram was taken for; null: the import had none.
  const PlannedPacket* next_planned(Timestamp at, std::size_t size) {
    const auto key = std::pair(at.ns(), static_cast<int>(std::min<std::size_t>(size, 65535)));
    const auto key_of = [](const PlannedPacket& packet) { return std::pair(packet.received_ns, packet.size); };
    const auto first = std::ranges::lower_bound(plan_.packets, key, {}, key_of);
    if (first == plan_.packets.end()) return nullptr;
    auto& taken = taken_[static_cast<std::size_t>(first - plan_.packets.begin())];  // of those with this key
    if (static_cast<std::ptrdiff_t>(taken) >= plan_.packets.end() - first) return nullptr;
    const auto found = first + static_cast<std::ptrdiff_t>(taken);
    if (key_of(*found) != key) return nullptr;
    ++taken;
    return &*found;
  }

  void decode(std::int64_t at, const trace::UdpDatagram& datagram) {
    rtp::ConstBytes bytes = datagram.payload;
    std::vector<std::uint8_t> copy;
    const bool cut = bytes.size() < datagram.size;
    if (cut && (bytes[0] & kPaddingBit)) {  // what says how long the padding is was not captured
      copy.assign(bytes.begin(), bytes.end());
      copy[0] &= static_cast<std::uint8_t>(~kPaddingBit);
      bytes = copy;
    }
    const auto packet = rtp::parse_rtp(bytes);
    const auto coding = plan_.types[datagram.payload[1] & 0x7F];
    if (!coding) return;
    cut_short_ += cut;
    if (!packet) return;
    decode_sound(*coding, plan_.channels, packet->payload, decoded_now_);
    decoded_ += decoded_now_.size();
    put(at);
  }

  /// What was decoded, as far as it lies within.
  void put(std::int64_t at) {
    const auto count = std::ssize(decoded_now_);
    const std::int64_t from = std::max<std::int64_t>(at, 0), to = std::min(at + count, limit_);
    goes_on_ |= at + count > limit_;
    if (from >= to) return;
    if (to > std::ssize(samples_)) samples_.resize(static_cast<std::size_t>(to));
    std::copy(decoded_now_.begin() + (from - at), decoded_now_.begin() + (to - at), samples_.begin() + from);
  }

  const StreamInput& stream_;
  const SoundPlan& plan_;
  std::vector<std::uint32_t> taken_;  // of packets of one time and length, at the place of the first
  std::int64_t skipped_, limit_ = 0;
  std::vector<std::int16_t> samples_, decoded_now_;
  std::size_t found_ = 0, decoded_ = 0, cut_short_ = 0;
  bool goes_on_ = false;
};

bool read_datagrams(const std::string& path, const trace::TakeDatagram& take, std::string& error,
                    const std::stop_token& stop) {
  const StreamFileKind kind = stream_file_kind(path);
  const auto head = trace::first_bytes(path, kSoundHeadBytes);
  if (!head || (kind != StreamFileKind::kCapture && kind != StreamFileKind::kRtpdump)) {
    error = path + " is no longer the capture that it was: open it again.";
    return false;
  }
  const bool packed = trace::is_gzip(*head);
  std::optional<std::string> bytes;
  if (packed || kind == StreamFileKind::kRtpdump) {
    bytes = packed ? trace::unpack_gzip(path, error) : trace::read_whole_file(path, error);
    if (!bytes) return false;
  }
  if (kind == StreamFileKind::kRtpdump) {
    const bool read = trace::read_rtpdump(*bytes, take, error, stop).has_value();
    if (!read && !error.empty()) error = path + ": " + error + ".";
    return read;
  }
  std::FILE* file = packed ? ::fmemopen(bytes->data(), bytes->size(), "rb") : std::fopen(path.c_str(), "rb");
  if (file) return trace::read_capture(file, path, take, error, stop).has_value();
  error = path + " cannot be read: check its name and permissions.";
  return false;
}

}  // namespace

void decode_sound(SoundCoding coding, int channels, std::span<const std::uint8_t> payload,
                  std::vector<std::int16_t>& samples) {
  if (coding != SoundCoding::kL16) {
    samples.resize(payload.size());
    coding == SoundCoding::kPcmu ? pcmu_decode(payload, samples) : pcma_decode(payload, samples);
    return;
  }
  const auto all = static_cast<std::size_t>(std::max(channels, 1));
  samples.resize(payload.size() / (2 * all));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    int sum = 0;
    for (std::size_t c = 0; c < all; ++c)
      sum += static_cast<std::int16_t>(rtp::read16(payload.data() + 2 * (i * all + c)));
    samples[i] = static_cast<std::int16_t>(sum / static_cast<int>(all));
  }
}

namespace {

/// From sample 0 to the one at `from_s`; none where that does not lie within the stream.
std::int64_t samples_before(std::optional<double> from_s, double begins_s, int rate_hz, std::int64_t last) {
  const double ahead = from_s ? (*from_s - begins_s) * rate_hz : 0;
  return ahead > 0 && ahead < static_cast<double>(last) ? std::llround(ahead) : 0;
}

std::optional<StreamSound> read_planned(const std::string& path, const StreamInput& stream, const SoundPlan& plan,
                                        std::int64_t skipped, std::string& error, const std::stop_token& stop) {
  SoundReader reader(stream, plan, skipped);
  const auto take = [&](Timestamp at, const trace::UdpDatagram& datagram, bool) { reader.take(at, datagram); };
  if (!read_datagrams(path, take, error, stop)) return std::nullopt;
  if (!reader.found_any())
    error = path + " is no longer the capture that it was: open it again.";
  else if (reader.all_cut())
    error = "Its packets were captured without what they carry (cut short): there is no sound to play.";
  StreamSound sound{plan.from_s + static_cast<double>(skipped) / plan.rate_hz, plan.rate_hz, reader.take_samples(),
                    reader.goes_on()};
  if (error.empty() && sound.samples.empty()) error = kNoSound;
  return error.empty() ? std::optional(std::move(sound)) : std::nullopt;
}

}  // namespace

std::optional<StreamSound> read_sound(const std::string& path, const StreamInput& stream, Timestamp began,
                                      std::optional<double> from_s, std::string& error, const std::stop_token& stop) {
  if (error = why_no_sound(stream); !error.empty()) return std::nullopt;
  const SoundPlan plan = plan_sound(stream, began);
  return read_planned(path, stream, plan, samples_before(from_s, plan.from_s, plan.rate_hz, plan.last), error, stop);
}

std::optional<StreamSound> KeptSound::read(const std::string& path, const StreamInput& stream, Timestamp began,
                                           std::optional<double> from_s, std::string& error,
                                           const std::stop_token& stop) {
  if (of_ != &stream) {
    whole_ = {};
    of_ = nullptr;
    if (error = why_no_sound(stream); !error.empty()) return std::nullopt;
    const SoundPlan plan = plan_sound(stream, began);
    const bool short_enough = plan.last < kMostKeptSamples && plan.last < std::int64_t{kLongestSound} * plan.rate_hz;
    const auto skipped = samples_before(from_s, plan.from_s, plan.rate_hz, plan.last);
    auto sound = read_planned(path, stream, plan, short_enough ? 0 : skipped, error, stop);
    if (!sound || !short_enough) return sound;
    whole_ = std::move(*sound);
    whole_.samples.shrink_to_fit();
    of_ = &stream;
    last_ = plan.last;
  }
  const auto skipped = samples_before(from_s, whole_.from_s, whole_.rate_hz, last_);
  if (error = skipped < std::ssize(whole_.samples) ? "" : kNoSound; !error.empty()) return std::nullopt;
  return StreamSound{whole_.from_s + static_cast<double>(skipped) / whole_.rate_hz,
                     whole_.rate_hz,
                     {whole_.samples.begin() + skipped, whole_.samples.end()},
                     whole_.cut};
}

}  // namespace jitterscope
