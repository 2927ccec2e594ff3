#pragma once
// Turns a target rate into pictures: which of those captured are sent, how large and how sharp (issue: "keep sharpness" or
// "keep motion"). Sans-IO; owned by the video-encode thread or by a test.
#include <optional>

#include "core/events/rate_setting.h"

namespace jitterscope {

struct ActuatorConfig {
  int width = 640, height = 480;     // as captured
  double frames_per_second = 15;     // as captured
  int quality = 75;                  // the user's: never more
  int block_size = 1024;             // JPEG bytes a packet
  int header_bytes = 42 + 60;        // of one packet on the link: Ethernet, IP, UDP, RTP with extensions, RFC 2435
  KeepOrder keep = KeepOrder::kSharpness;
  bool operator==(const ActuatorConfig&) const = default;
};

/// How one captured picture is to be encoded.
struct FramePlan {
  int width = 0, height = 0, quality = 0;
  double frames_per_second = 0;      // that are sent at present: the shaper spreads a picture over this period
  bool operator==(const FramePlan&) const = default;
};

/// Over 10 s the mean sent rate is within 5 % of a target that the pictures can reach, and no second exceeds it by more than
/// one picture: what is sent is counted, and a picture waits until the target has room for it.
class VideoActuator {
 public:
  explicit VideoActuator(const ActuatorConfig& config);

  void set(const ActuatorConfig& config);
  /// Absent: no control; every picture is sent as the user set it.
  void set_target(std::optional<DataRate> target) { target_ = target; }
  /// A picture was captured. nullopt: leave it out.
  std::optional<FramePlan> plan(Timestamp now);
  /// The picture just planned became so many bytes on the link, in all its packets with their headers.
  void encoded(const FramePlan& plan, DataSize on_link, Timestamp now);

 private:
  ActuatorConfig config_;
  std::optional<DataRate> target_;
};

}  // namespace jitterscope
