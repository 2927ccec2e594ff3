#pragma once
// What came and what did not, of one medium, since its streams began.
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Continues over a change of the stream (SSRC, or a jump of sequence numbers that no loss makes). Sans-IO.
class ArrivalCount {
 public:
  static constexpr std::int64_t kJump = 3000;  // RFC 3550 A.1, MAX_DROPOUT

  /// A packet that is no duplicate. True: a new stream began with it.
  bool add(std::uint32_t ssrc, std::int64_t sequence, std::int32_t bytes);
  std::int64_t packets() const { return packets_; }
  std::int64_t expected() const { return expected_before_ + (first_ ? highest_ - *first_ + 1 : 0); }
  std::int64_t lost() const { return expected() - packets_; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t highest() const { return highest_; }

 private:
  std::uint32_t ssrc_ = 0;
  std::optional<std::int64_t> first_;
  std::int64_t highest_ = 0, packets_ = 0, expected_before_ = 0, bytes_ = 0;
};

}  // namespace jitterscope
