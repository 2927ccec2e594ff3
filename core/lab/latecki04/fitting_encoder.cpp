#include "core/lab/latecki04/fitting_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/call/exchange/rate_board.h"

namespace jitterscope::latecki04 {
namespace {

constexpr double kShareOfTarget = 0.99;                    // as VideoActuator gives to pictures
constexpr int kNominalWidth = 1280, kNominalHeight = 720;  // room for the largest
constexpr std::uint8_t kStandardTables = 50;               // RFC 2435 Q: no packet carries tables

/// Of RTP and JPEG, in each packet.
int upper_header_bytes(const rtp::JpegFrameInfo& info) {
  std::array<std::uint8_t, rtp::kMaxVideoHeaderBytes> header;
  const rtp::PacketExtensions extensions{rtp::BlockId{}, Timestamp{}};
  return static_cast<int>(rtp::write_video_header(header, {}, extensions, info, {0, 1, {}, true}));
}

}  // namespace

FittingEncoder::FittingEncoder(std::function<Timestamp()> clock, const RateBoard& rates, const RateScenario& scenario,
                               std::uint64_t seed)
    : clock_(std::move(clock)),
      rates_(rates),
      picture_(scenario.picture),
      wanted_(scenario.wanted),
      lower_headers_(packet_header_bytes(transport_of(scenario))),
      random_(seed, 5) {}

bool FittingEncoder::encode(const VideoFrame&, const FramePlan& plan, const VideoFormat&, EncodedFrame& out) {
  out.layout = {};
  out.layout.width = plan.width;
  out.layout.height = plan.height;
  out.info = rtp::frame_info(out.layout, plan.quality);
  out.info.q = kStandardTables;
  const RateTarget target = rates_.target.load();
  const double kbps = target.controlled ? target.kbps * kShareOfTarget : wanted_.kbits_per_second();
  const double share = kbps / 8 * picture_.period.ms();
  const double wish = (share + left_) * (1 + picture_.spread * (2 * random_.uniform() - 1));
  const double headers = upper_header_bytes(out.info) + lower_headers_;
  const double bytes = wish - std::ceil(wish / (picture_.block + headers)) * headers;
  out.jpeg.reserve(kNominalWidth, kNominalHeight);
  const auto largest = std::min(picture_.largest, static_cast<std::int32_t>(out.jpeg.capacity));
  out.jpeg.size =
      static_cast<std::size_t>(std::clamp(static_cast<std::int32_t>(std::lround(bytes)), picture_.smallest, largest));
  const auto made = static_cast<double>(out.jpeg.size);
  left_ = std::clamp(share + left_ - made - std::ceil(made / picture_.block) * headers, -share, share);
  std::fill_n(out.jpeg.bytes.get(), out.jpeg.size, std::uint8_t{0x55});
  out.layout.scan_size = out.jpeg.size;
  return true;
}

}  // namespace jitterscope::latecki04
