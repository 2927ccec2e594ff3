#pragma once
// Turns a target rate into pictures: which of those captured are sent, how large and how sharp ("keep sharpness" or
// "keep motion"). Sans-IO; owned by the video-encode thread or by a test.
#include <deque>
#include <optional>
#include <vector>

#include "core/algorithms/rate/jpeg_size_model.h"
#include "core/events/bytes_on_link.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// The sizes that a picture can be sent in when the rate asks for smaller ones.
struct PictureDimensions {
  int width = 0, height = 0;
  bool operator==(const PictureDimensions&) const = default;
};

/// As captured, then ever smaller ones down to about 128 pixels of width: multiples of 16 (whole MCUs) whose aspect is
/// the captured one's within 4 %. Never empty; one element when the captured picture is that small.
std::vector<PictureDimensions> picture_ladder(int width, int height);

struct ActuatorConfig {
  int width = 640, height = 480;            // as captured
  double frames_per_second = 15;            // as captured
  int quality = 75;                         // the user's: never more
  int block_size = 1024;                    // JPEG bytes a packet
  int header_bytes = kUdpHeaderBytes + 60;  // of one packet on the link, with RTP, its extensions and RFC 2435
  KeepOrder keep = KeepOrder::kSharpness;
  bool operator==(const ActuatorConfig&) const = default;
};

/// How one captured picture is to be encoded.
struct FramePlan {
  int width = 0, height = 0, quality = 0;
  double frames_per_second = 0;  // that are sent at present
  bool operator==(const FramePlan&) const = default;
};

/// Over 10 s the mean sent rate is within 5 % of a target that the pictures can reach, and no second exceeds it by more
/// than one picture where pictures are spread over their period() (shaping strategies A and B): what is sent is
/// counted, and a picture waits until the target has room for it. Sent at once (C), pictures at both edges of a second
/// count whole in it: a second of exactly 1 s was then measured 1.17 to 1.33 pictures over. When the rate falls:
///   keep sharpness  fewer pictures, down to 5 a second; then quality and size; then still fewer pictures
///   keep motion     quality and size at the captured frame rate; then fewer pictures
/// Quality falls to 30 (or 0.4 of the user's), then the size goes one or more steps of picture_ladder() down, where the
/// same bytes give a better picture; back up when the larger one would have quality 55. At the smallest size quality
/// falls to 10.
class VideoActuator {
 public:
  explicit VideoActuator(const ActuatorConfig& config);

  void set(const ActuatorConfig& config);
  /// Absent: no control; every picture is sent as the user set it.
  void set_target(std::optional<DataRate> target);
  /// A picture was captured. nullopt: leave it out.
  std::optional<FramePlan> plan(Timestamp now);
  /// The picture just planned became so many bytes on the link, in all its packets with their headers.
  void encoded(const FramePlan& plan, DataSize on_link, Timestamp now);
  /// So much of what was encoded last was never sent after all: others may have its room.
  void give_back(DataSize on_link);
  /// A picture was captured during a break, instead of plan(): it is left out, and is not made up for later.
  void rest(Timestamp now);
  /// After encoded(): until the next picture is likely to be planned. The shaper spreads the picture over this time.
  Duration period() const;

 private:
  struct Cost {
    Timestamp at, end;
    double seconds = 0;
  };
  int lowest_quality() const;
  double wanted_frames_per_second() const;
  DataSize room() const;
  DataSize predicted(std::size_t size, int quality) const;
  int quality_at(std::size_t size, DataSize room) const;
  std::size_t choose_size(DataSize room) const;
  void choose(Timestamp now);
  bool sparse() const;
  double threshold() const;
  bool second_is_full(Timestamp now);
  void account(Timestamp now);

  ActuatorConfig config_;
  std::vector<PictureDimensions> sizes_;
  JpegSizeModel model_;
  std::optional<DataRate> target_;
  bool must_choose_ = true;
  std::size_t size_ = 0;        // in force: index of sizes_
  int quality_ = 75;            // in force
  Timestamp chosen_, resized_;  // when quality, size were chosen
  // All that is counted is counted in seconds of the target in force, so that a step of the target leaves it
  // meaningful.
  double credit_ = 0;              // below 0: sent ahead of the target
  double interval_ = 1.0 / 15;     // between captured pictures, measured, s
  std::optional<Timestamp> last_;  // plan() or rest()
  std::deque<Cost> last_second_;
};

}  // namespace jitterscope
