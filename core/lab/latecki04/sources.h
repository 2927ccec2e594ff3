#pragma once
// What the two streams of a live run of latecki04's lab send, and when.
#include <optional>
#include <vector>

#include "core/algorithms/link/random.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {

/// Times of a periodic sender whose phase is drawn: beat n is due at began + phase + n·period and leaves up to ± jitter
/// from there, never before the beat before it.
class Beat {
 public:
  Beat(Timestamp began, Timestamp until, Duration period, Duration jitter, link::Random random);
  /// nullopt: it is over.
  std::optional<Timestamp> next() const { return next_ < until_ ? std::optional(next_) : std::nullopt; }
  void advance();

 private:
  Timestamp due_, next_, until_;
  Duration period_, jitter_;
  link::Random random_;
};

/// Sizes of synthetic pictures: all that the target has room for, so that over time the target is met from below.
class PictureSizes {
 public:
  PictureSizes(const SyntheticPicture& picture, int header_bytes, link::Random random);
  /// A picture is due. Bytes of its packets (of RTP and what is below it); nullopt: there is no room for the smallest.
  std::optional<std::vector<std::int32_t>> next(DataRate target);
  /// On the link.
  std::int64_t on_link(const std::vector<std::int32_t>& packets) const;

 private:
  std::vector<std::int32_t> packets(std::int64_t bytes) const;

  SyntheticPicture picture_;
  int header_bytes_;
  link::Random random_;
  double room_ = 0;  // bytes on the link
};

}  // namespace jitterscope
