#pragma once
// latecki04's picture in virtual time: of any size, so that it takes what the target allows; beside the sizes nothing
// of it is made.
#include "core/algorithms/link/random.h"
#include "core/call/exchange/rate_board.h"
#include "core/lab/latecki04/simulation.h"
#include "core/lab/virtual_call/ports.h"

namespace jitterscope::latecki04 {

/// What the actuator plans (which pictures are sent) holds; its sizes and qualities are of JPEGs, which cannot be made
/// as small as the paper's 122 bytes.
class FittingEncoder : public PictureEncoder {
 public:
  FittingEncoder(const virtual_call::Network& network, const RateBoard& rates, const RateScenario& scenario,
                 std::uint64_t seed);
  Timestamp now() const override { return network_.now(); }
  bool encode(const VideoFrame&, const FramePlan& plan, const VideoFormat&, EncodedFrame& out) override;

 private:
  const virtual_call::Network& network_;
  const RateBoard& rates_;
  const SyntheticPicture picture_;
  const DataRate wanted_;
  const int lower_headers_;  // below RTP
  link::Random random_;
  double left_ = 0;  // of the target by the last picture, bytes on the link
};

}  // namespace jitterscope::latecki04
