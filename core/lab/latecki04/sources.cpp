#include "core/lab/latecki04/sources.h"

#include <algorithm>
#include <numeric>

namespace jitterscope {

Beat::Beat(Timestamp began, Timestamp until, Duration period, Duration jitter, link::Random random)
    : until_(until), period_(period), jitter_(jitter), random_(random) {
  due_ = began + Duration::from_seconds(random_.uniform() * period.seconds());
  next_ = due_;
}

void Beat::advance() {
  due_ += period_;
  const Duration off = Duration::from_seconds((2 * random_.uniform() - 1) * jitter_.seconds());
  next_ = std::max(due_ + off, next_);
}

PictureSizes::PictureSizes(const SyntheticPicture& picture, int header_bytes, link::Random random)
    : picture_(picture), header_bytes_(header_bytes), random_(random) {}

std::vector<std::int32_t> PictureSizes::packets(std::int64_t bytes) const {
  std::vector<std::int32_t> result;
  for (; bytes > 0; bytes -= picture_.block)
    result.push_back(static_cast<std::int32_t>(std::min<std::int64_t>(bytes, picture_.block)) + picture_.packet_header);
  return result;
}

std::int64_t PictureSizes::on_link(const std::vector<std::int32_t>& packets) const {
  return std::accumulate(packets.begin(), packets.end(), std::int64_t{0}) +
         header_bytes_ * static_cast<std::int64_t>(packets.size());
}

std::optional<std::vector<std::int32_t>> PictureSizes::next(DataRate target) {
  const double share = target.bits_per_second() / 8 * picture_.period.seconds();
  const auto smallest = static_cast<double>(on_link(packets(picture_.smallest)));
  room_ = std::min(room_ + share, std::max(2 * share, smallest + share));
  if (room_ < smallest) return std::nullopt;
  const double wish = room_ * (1 + picture_.spread * (2 * random_.uniform() - 1));
  const double a_packet = picture_.block + picture_.packet_header + header_bytes_;
  const double headers = std::ceil(wish / a_packet) * (picture_.packet_header + header_bytes_);
  const auto bytes = std::clamp(static_cast<std::int64_t>(wish - headers), std::int64_t{picture_.smallest},
                                std::int64_t{picture_.largest});
  auto result = packets(bytes);
  room_ -= static_cast<double>(on_link(result));
  return result;
}

}  // namespace jitterscope
