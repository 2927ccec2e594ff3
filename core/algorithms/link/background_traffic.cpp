#include "core/algorithms/link/background_traffic.h"

#include <cmath>

namespace jitterscope::link {
namespace {

constexpr std::uint64_t kPiece = 0xBAC6;

bool has_load(const BackgroundSetting& setting) {
  return setting.kilobytes_per_second > 0 && setting.burst > 0 && setting.packet_bytes > 0;
}

}  // namespace

BackgroundTraffic::BackgroundTraffic(const BackgroundSetting& setting, std::uint64_t seed, Timestamp began)
    : setting_(setting), random_(seed, kPiece) {
  if (has_load(setting_)) wait_from(began, draw_ns());
}

std::optional<Timestamp> BackgroundTraffic::due() const {
  return has_load(setting_) ? std::optional(due_) : std::nullopt;
}

int BackgroundTraffic::take() {
  if (!has_load(setting_)) return 0;
  wait_from(due_, fraction_ns_ + draw_ns());
  return setting_.burst;
}

void BackgroundTraffic::set(const BackgroundSetting& setting, Timestamp at) {
  const bool had_load = has_load(setting_);
  const double before = had_load ? interval_ns() : 0;
  setting_ = setting;
  if (!has_load(setting_)) return;
  const double left = std::max(0.0, static_cast<double>((due_ - at).ns()) + fraction_ns_);
  wait_from(at, had_load ? left * interval_ns() / before : draw_ns());
}

void BackgroundTraffic::reseed(std::uint64_t seed, Timestamp at) {
  random_ = Random(seed, kPiece);
  if (has_load(setting_)) wait_from(at, draw_ns());
}

double BackgroundTraffic::interval_ns() const {
  return static_cast<double>(setting_.burst) * setting_.packet_bytes / setting_.kilobytes_per_second * 1e6;
}

double BackgroundTraffic::draw_ns() {
  return interval_ns() * (setting_.poisson ? random_.exponential() : 1.0);
}

void BackgroundTraffic::wait_from(Timestamp at, double ns) {
  const double whole = std::floor(ns);
  due_ = at + Duration::ns(static_cast<std::int64_t>(whole));
  fraction_ns_ = ns - whole;
}

}  // namespace jitterscope::link
