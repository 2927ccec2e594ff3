#pragma once
// The receiver's half of feedback on each packet (RFC 8888): what came becomes records.
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/algorithms/rate/feedback/feedback_record.h"

namespace jitterscope {

/// Sans-IO; bounded memory. Used by simulations; times are the receiver's.
class FeedbackBuilder {
 public:
  /// A packet came; sequences are extended. Copies of one count as the first (RFC 8888 §3.1).
  void add(Medium medium, std::uint32_t ssrc, std::int64_t sequence, Timestamp at, Ecn ecn = Ecn::kNotEct);
  bool has_news() const { return news_; }
  /// Of each stream each packet once: those that came since the last call, and those between them that did not. One of
  /// these that comes later, while it is among the last 1000, is told again. Empty: nothing came.
  std::vector<FeedbackRecord> take();

 private:
  struct Came {
    Timestamp at;
    Ecn ecn;
  };
  struct Stream {
    std::int64_t next = 0;              // sequences before it are reported
    std::set<std::int64_t> missing;     // of these, told as not received
    std::map<std::int64_t, Came> came;  // not reported yet
  };
  std::map<std::pair<Medium, std::uint32_t>, Stream> streams_;
  bool news_ = false;
};

/// UDP payload of the RTCP packet that tells these: two bytes each, head and time beside them, by stream.
std::int32_t feedback_bytes(std::span<const FeedbackRecord> packets);

}  // namespace jitterscope
