#include "app/relay/picture_flow.h"

#include <algorithm>

namespace jitterscope {

std::int64_t PictureFlow::room() const {
  const std::int64_t segments = sender_.congestion_window() - sender_.unacknowledged();
  if (sender_.unsent_bytes() > 0) return 0;
  return std::clamp<std::int64_t>(segments * kTcpSegmentBytes, 0, sender_.room());
}

void PictureFlow::add(std::span<const char> bytes) {
  const auto taken = static_cast<std::size_t>(sender_.write(static_cast<std::int64_t>(bytes.size())));
  bytes_.append(bytes.data(), taken);
}

link::TcpAcknowledgement PictureFlow::arrived(const link::TcpSegment& segment, std::string& out) {
  const link::TcpAcknowledgement answer = receiver_.arrived(segment);
  const auto in_order = static_cast<std::size_t>(receiver_.in_order() - handed_on_);
  out.append(bytes_, 0, in_order);
  bytes_.erase(0, in_order);
  handed_on_ = receiver_.in_order();
  return answer;
}

void PictureFlow::flush(std::string& out) {
  out += bytes_;
  *this = PictureFlow();
}

}  // namespace jitterscope
