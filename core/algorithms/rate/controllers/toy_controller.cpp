// A toy that goes by feedback records alone: begins with the highest rate, and where packets are lost or marked holds
// nine tenths of what came through in the last second, the sound's share taken off.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "core/algorithms/rate/rate_controller.h"

namespace jitterscope {
namespace {

constexpr double kToyShare = 0.9;
constexpr Duration kToyWindow = Duration::seconds(1), kToyStep = Duration::ms(100), kToyKept = Duration::seconds(10);

class ToyController : public RateController {
 public:
  explicit ToyController(const RateControlSetting& limits)
      : lowest_(limits.lowest), highest_(std::max(limits.lowest, limits.highest)), target_(highest_) {}
  void add(const Event&) override {}
  void add_sent(std::span<const SendRecord> records) override {
    for (const SendRecord& record : records) {
      under_way_[{record.medium, record.ssrc, record.sequence}] = record;
      newest_ = record.sent;
    }
    std::erase_if(under_way_, [&](const auto& each) { return each.second.sent + kToyKept < newest_; });
  }
  void add_feedback(const FeedbackReport& report) override {
    for (const FeedbackRecord& record : report.packets) {
      const auto sent = under_way_.extract({record.medium, record.ssrc, record.sequence});
      if ((!record.received || record.ecn == Ecn::kCongestion) && report.came - changed_ > kToyWindow && !congested_)
        congested_ = report.came;
      if (sent.empty() || !record.arrived) continue;
      acknowledged_.push_back({*record.arrived, sent.mapped().on_link, record.medium});
      trip_ = report.came - sent.mapped().sent - (report.made - *record.arrived);
    }
    while (!acknowledged_.empty() && acknowledged_.front().at + kToyWindow < report.made) acknowledged_.pop_front();
  }
  std::optional<RateDecision> step(Timestamp now) override {
    const bool first = !stepped_;
    stepped_ = now;
    if (first) return decide("The highest rate, until packets are lost.");
    if (!congested_ || now - *congested_ < kToyWindow || acknowledged_.empty()) return std::nullopt;
    congested_.reset();
    DataSize sound, all;
    for (const Acknowledged& packet : acknowledged_) {
      all += packet.size;
      if (packet.medium == Medium::kAudio) sound += packet.size;
    }
    const double kbps = kToyShare * (all / kToyWindow).kbits_per_second();
    target_ = std::clamp(DataRate::kbits_per_second(kbps - (sound / kToyWindow).kbits_per_second()), lowest_, highest_);
    auto decision = decide(fmt::format("{:.0f} kbit/s of all media came through.", kbps / kToyShare));
    decision.pacing = DataRate::kbits_per_second(1.5 * kbps);
    decision.window = DataSize::bytes(static_cast<std::int64_t>(kbps * trip_.ms() / 8));
    return decision;
  }
  std::optional<Timestamp> next_step() const override { return *stepped_ + kToyStep; }

 private:
  struct Acknowledged {
    Timestamp at;  // by the reporter's clock
    DataSize size;
    Medium medium;
  };
  RateDecision decide(std::string_view reason) {
    changed_ = *stepped_;
    RateDecided decided;
    decided.stage = std::string_view("toy");
    decided.reason = reason;
    decided.target_kbps = target_.kbits_per_second();
    decided.at = *stepped_;
    return decided;
  }

  DataRate lowest_, highest_, target_;
  std::map<std::tuple<Medium, std::uint32_t, std::int64_t>, SendRecord> under_way_;
  std::deque<Acknowledged> acknowledged_;  // of the last second
  Timestamp newest_, changed_;
  Duration trip_;
  std::optional<Timestamp> congested_, stepped_;  // since; last
};

}  // namespace

RateControllerDefinition toy_controller() {
  return {.name = "toy",
          .label = "Toy: 0.9 of what comes through",
          .needs_reports = false,
          .needs_feedback = true,
          .make = [](const RateControllerInput& input, std::string&) -> std::unique_ptr<RateController> {
            return std::make_unique<ToyController>(input.setting);
          }};
}

}  // namespace jitterscope
