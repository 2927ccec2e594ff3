#include "core/algorithms/rate/video_actuator.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kLadderStep = 0.85;  // of the width: three quarters of the pixels, four fifths of the bytes
constexpr double kLargestStep = 0.94;
constexpr double kAspectTolerance = 0.04;
constexpr int kSmallestWidth = 112, kSmallestHeight = 64;

int sixteens(double value) {
  return static_cast<int>(std::lround(value / 16)) * 16;
}

std::optional<PictureDimensions> next_smaller(const PictureDimensions& above, double aspect) {
  std::optional<PictureDimensions> best;
  double best_error = 0;
  for (int width = sixteens(above.width); width >= kSmallestWidth; width -= 16) {
    const int height = sixteens(width / aspect);
    if (width > above.width * kLargestStep || height >= above.height || height < kSmallestHeight) continue;
    const double aspect_error = std::abs(std::log(static_cast<double>(width) / height / aspect));
    if (aspect_error > kAspectTolerance) continue;
    const double error = std::abs(std::log(width / (kLadderStep * above.width))) + 2 * aspect_error;
    if (!best || error < best_error) best = PictureDimensions{width, height}, best_error = error;
  }
  return best;
}

constexpr double kShare = 0.99;            // of the target: room for pictures that become larger than predicted
constexpr double kFewestForSharpness = 5;  // pictures a second, before quality is touched
constexpr int kLowestQuality = 30, kSharperQuality = 55;   // go down in size below, up when the larger one has this
constexpr double kLowestShare = 0.4, kSharperShare = 0.8;  // of the user's quality, when that is low
constexpr int kQualityAtSmallest = 10;
// Error of the predicted bytes at which quality is chosen anew; loose: where leaving out pictures keeps the rate
// anyway.
constexpr double kTooLargeBy = 0.03, kTooSmallBy = 0.03, kLooseTolerance = 0.15;
constexpr double kSmallStep = 0.1;                      // of the target: no reason to change the size at once
constexpr Duration kCalm = Duration::ms(400);           // before a better quality
constexpr Duration kCalmSize = Duration::seconds(3);    // before another size
constexpr double kMostAhead = 0.1, kMostBehind = 0.05;  // s of the target, while every captured picture is sent
constexpr Duration kPicturePause = Duration::ms(500);   // without a picture: no time to make up for
constexpr double kLongestPeriod = 2;                    // s

}  // namespace

std::vector<PictureDimensions> picture_ladder(int width, int height) {
  std::vector<PictureDimensions> ladder{{width, height}};
  if (width <= 0 || height <= 0) return ladder;
  const double aspect = static_cast<double>(width) / height;
  while (const auto next = next_smaller(ladder.back(), aspect)) ladder.push_back(*next);
  return ladder;
}

VideoActuator::VideoActuator(const ActuatorConfig& config) {
  set(config);
}

void VideoActuator::set(const ActuatorConfig& config) {
  const bool other_source = config.width != config_.width || config.height != config_.height || sizes_.empty();
  if (other_source) {
    sizes_ = picture_ladder(config.width, config.height);
    size_ = 0;
  }
  if (other_source || config.frames_per_second != config_.frames_per_second)
    interval_ = 1 / std::clamp(config.frames_per_second, 0.1, 1000.0);
  config_ = config;
  model_.set_packets(config.block_size, config.header_bytes);
  must_choose_ = true;
}

void VideoActuator::set_target(std::optional<DataRate> target) {
  if (target == target_) return;
  if (!target_) {
    credit_ = 0;
    last_second_.clear();
  } else if (target && *target > *target_) {  // bytes sent ahead are sooner made up for
    const double factor = target_->bits_per_second() / target->bits_per_second();
    credit_ *= factor;
    for (Cost& cost : last_second_) cost.seconds *= factor;
  }
  const bool small_step = target && target_ && target_->bits_per_second() > 0 &&
                          std::abs(target->bits_per_second() / target_->bits_per_second() - 1) < kSmallStep;
  if (!small_step) must_choose_ = true;
  target_ = target;
}

int VideoActuator::lowest_quality() const {
  return std::max(1, std::min(kLowestQuality, static_cast<int>(kLowestShare * config_.quality)));
}

double VideoActuator::wanted_frames_per_second() const {
  const double captured = 1 / interval_;
  return config_.keep == KeepOrder::kMotion ? captured : std::min(captured, kFewestForSharpness);
}

/// For one picture at the wanted frame rate; less while more has been sent than the target.
DataSize VideoActuator::room() const {
  const double correction = 1 + std::clamp(credit_, -kMostAhead, kMostBehind / 2);
  const double bits = target_->bits_per_second() * kShare * correction / wanted_frames_per_second();
  return DataSize::bytes(static_cast<std::int64_t>(bits / 8));
}

DataSize VideoActuator::predicted(std::size_t size, int quality) const {
  return model_.predict(sizes_[size].width, sizes_[size].height, quality);
}

int VideoActuator::quality_at(std::size_t size, DataSize room) const {
  const int lowest = std::min(kQualityAtSmallest, config_.quality);
  return model_.quality_for(sizes_[size].width, sizes_[size].height, room, lowest, config_.quality);
}

std::size_t VideoActuator::choose_size(DataSize room) const {
  const int lowest = lowest_quality();
  const int sharper = std::max(lowest, std::min(kSharperQuality, static_cast<int>(kSharperShare * config_.quality)));
  std::size_t size = size_;
  const auto at_peak = static_cast<double>(room.bytes()) / model_.peak_ratio();
  const DataSize safe = DataSize::bytes(static_cast<std::int64_t>(at_peak));
  while (size > 0) {
    const bool too_good = quality_at(size, room) == config_.quality && quality_at(size - 1, room) > lowest + 2;
    if (quality_at(size - 1, safe) < sharper && !too_good) break;
    --size;
  }
  if (quality_at(size, room) >= lowest) return size;
  while (size + 1 < sizes_.size() && quality_at(size, room) < (lowest + sharper) / 2) ++size;
  return size;
}

void VideoActuator::choose(Timestamp now) {
  const DataSize wanted = room();
  const double error =
      std::log(static_cast<double>(wanted.bytes() + 1) / static_cast<double>(predicted(size_, quality_).bytes()));
  const bool loose = sparse() && config_.keep == KeepOrder::kSharpness;
  const bool too_large = error < -(loose ? kLooseTolerance : kTooLargeBy);
  const bool too_small = error > (loose ? kLooseTolerance : kTooSmallBy) && now - chosen_ >= kCalm;
  if (!must_choose_ && !too_large && !too_small) return;
  const std::size_t size = choose_size(wanted);
  const bool calm = now - resized_ >= kCalmSize;
  const bool far_too_large = quality_at(size_, wanted) < lowest_quality() * 3 / 4;
  if (size != size_ && (must_choose_ || calm || (size > size_ && far_too_large))) {
    size_ = size;
    resized_ = now;
  }
  quality_ = quality_at(size_, wanted);
  chosen_ = now;
  must_choose_ = false;
}

/// Some captured pictures have to be left out.
bool VideoActuator::sparse() const {
  const double fits = target_->bits_per_second() * kShare / 8 / static_cast<double>(predicted(size_, quality_).bytes());
  return fits * interval_ < 0.9;
}

/// Credit from which on a picture may go. Among left-out pictures the one nearest to the due time goes.
double VideoActuator::threshold() const {
  return (sparse() ? 0 : -kMostAhead) - interval_ / 2;
}

/// Whether the second in which this picture would be sent has had its share without it; pictures are spread over their
/// periods.
bool VideoActuator::second_is_full(Timestamp now) {
  const double cost = static_cast<double>(predicted(size_, quality_).bits()) / target_->bits_per_second();
  const Timestamp begin = now + Duration::from_seconds(std::max(interval_, std::min(cost, 1.0)) - 1);
  while (!last_second_.empty() && last_second_.front().end <= begin) last_second_.pop_front();
  double sum = 0;
  for (const Cost& sent : last_second_) sum += sent.seconds * std::min(1.0, (sent.end - begin) / (sent.end - sent.at));
  return sum > std::max(0.0, 1 - 0.5 * cost);
}

void VideoActuator::account(Timestamp now) {
  const double elapsed = last_ ? std::max(0.0, (now - *last_).seconds()) : 0;
  last_ = now;
  const bool pause = elapsed > std::max(kPicturePause.seconds(), 4 * interval_);
  if (!pause && elapsed > 0) interval_ += 0.05 * (std::min(elapsed, 2 * interval_) - interval_);
  const double most = 1.5 * interval_;
  credit_ = std::min(pause ? 0 : most, credit_ + elapsed * (sparse() ? 1 : kShare));
}

std::optional<FramePlan> VideoActuator::plan(Timestamp now) {
  if (!target_) {
    last_ = now;
    return FramePlan{config_.width, config_.height, config_.quality, config_.frames_per_second};
  }
  if (target_->bits_per_second() <= 0) return std::nullopt;
  account(now);
  choose(now);
  if (credit_ < threshold() || second_is_full(now)) return std::nullopt;
  const double fits = target_->bits_per_second() / 8 / static_cast<double>(predicted(size_, quality_).bytes());
  return FramePlan{sizes_[size_].width, sizes_[size_].height, quality_, std::min(fits, 1 / interval_)};
}

void VideoActuator::encoded(const FramePlan& plan, DataSize on_link, Timestamp now) {
  model_.learn(plan.width, plan.height, plan.quality, on_link);
  if (!target_ || target_->bits_per_second() <= 0) return;
  const double seconds = static_cast<double>(on_link.bits()) / target_->bits_per_second();
  credit_ -= seconds;
  last_second_.push_back({now, now + period(), seconds});
}

void VideoActuator::give_back(DataSize on_link) {
  if (!target_ || target_->bits_per_second() <= 0) return;
  double seconds = static_cast<double>(on_link.bits()) / target_->bits_per_second();
  credit_ += seconds;
  for (auto cost = last_second_.rbegin(); cost != last_second_.rend() && seconds > 0; ++cost) {
    const double back = std::min(seconds, cost->seconds);
    cost->seconds -= back;
    seconds -= back;
  }
}

void VideoActuator::rest(Timestamp now) {
  last_ = now;
  credit_ = std::min(credit_, 0.0);
}

Duration VideoActuator::period() const {
  if (!target_) return Duration::from_seconds(1 / config_.frames_per_second);
  const double pictures = std::ceil((threshold() - credit_) / (interval_ * kShare) - 0.01);
  return Duration::from_seconds(std::min(kLongestPeriod, interval_ * std::max(1.0, pictures)));
}

}  // namespace jitterscope
