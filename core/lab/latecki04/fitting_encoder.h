#pragma once
// latecki04's picture: of any size, so that it takes what the target allows; beside the sizes nothing of it is made.
#include <functional>

#include "core/algorithms/link/random.h"
#include "core/call/steps/picture_codec.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

/// What the actuator plans (which pictures are sent) holds; its sizes and qualities are of JPEGs, which cannot be made
/// as small as the paper's 122 bytes.
class FittingEncoder : public PictureEncoder {
 public:
  /// The board outlives this. `clock`: of this end.
  FittingEncoder(std::function<Timestamp()> clock, const RateBoard& rates, const RateScenario& scenario,
                 std::uint64_t seed);
  Timestamp now() const override { return clock_(); }
  bool encode(const VideoFrame&, const FramePlan& plan, const VideoFormat&, EncodedFrame& out) override;

 private:
  const std::function<Timestamp()> clock_;
  const RateBoard& rates_;
  const SyntheticPicture picture_;
  const DataRate wanted_;
  const int lower_headers_;  // below RTP
  link::Random random_;
  double left_ = 0;  // of the target by the last picture, bytes on the link
};

}  // namespace jitterscope::latecki04
