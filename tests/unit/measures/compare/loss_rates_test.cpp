// How often a comparison of losses says "clear" and "too few", in stretches of 20 s, five hundred pairs a row of the
// table in Measured ("Before and after").
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/measures/compare/compare_streams.h"
#include "core/measures/compare/loss_difference.h"

namespace jitterscope::loss_rates_test {
namespace {

constexpr double kSeconds = 20;
constexpr int kPairs = 500;
constexpr int kPicturePackets = 4;

enum class Of { kFrames, kPackets, kQueuedPackets, kSound, kToldFrames, kToldPackets };
constexpr Of kAll[] = {Of::kFrames, Of::kPackets, Of::kQueuedPackets, Of::kSound, Of::kToldFrames, Of::kToldPackets};
constexpr std::string_view kNames[] = {"frames", "packets",     "packets behind a full queue",
                                       "sound",  "told frames", "told packets"};

struct Losses {
  double share = 0, burst_s = 0;  // 0: independent
};

/// Some fifteen million draws make the pairs: xorshift64* (Vigna 2016).
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  bool is_below(double share) {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    return static_cast<double>((state_ * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53 < share;
  }

 private:
  std::uint64_t state_;
};

/// Of so many units a second; runs of units that are lost, and of others, last geometrically.
std::vector<std::uint8_t> units(double per_second, const Losses& losses, Draws& draws) {
  std::vector<std::uint8_t> lost(static_cast<std::size_t>(kSeconds * per_second));
  const double leaves = losses.burst_s > 0 ? 1 / (losses.burst_s * per_second) : 1 - losses.share;
  const double enters = leaves * losses.share / (1 - losses.share);
  bool bad = draws.is_below(losses.share);
  for (auto& unit : lost) {
    unit = bad;
    bad = draws.is_below(bad ? 1 - leaves : enters);
  }
  return lost;
}

LossSeries received(const std::vector<std::uint8_t>& lost, std::size_t together = 1) {
  return LossSeries::of_units(
      lost.size(), kSeconds / static_cast<double>(lost.size()), [&](std::size_t i) { return lost[i]; }, together);
}

/// Four summaries a second.
StretchFigure told(const std::vector<std::uint8_t>& lost, bool frames) {
  std::vector<PeerSummary> summaries(1);
  PeerSummary total;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    ++total.expected, total.lost += lost[i];
    lost[i] ? ++total.frames_lost : ++total.frames_complete;
    const double at = static_cast<double>(i + 1) / static_cast<double>(lost.size()) * kSeconds;
    if (std::floor(at * 4 + 1e-9) > static_cast<double>(summaries.size() - 1)) {
      total.at = Timestamp() + Duration::from_seconds(at);
      summaries.push_back(total);
    }
  }
  for (PeerSummary& summary : summaries) summary.medium = Medium::kVideo;
  const auto figures = told_figures(summaries, Medium::kVideo, {});
  return frames ? figures->frame_loss : figures->packet_loss;
}

LossSeries series(Of of, const Losses& losses, Draws& draws) {
  switch (of) {
    case Of::kFrames: return received(units(30, losses, draws));
    case Of::kPackets: return received(units(30 * kPicturePackets, losses, draws), kPicturePackets);
    case Of::kQueuedPackets: {  // that has no room for the second half of a picture
      const auto full = units(30, {2 * losses.share, losses.burst_s}, draws);
      std::vector<std::uint8_t> packets(full.size() * kPicturePackets);
      for (std::size_t i = 0; i < full.size(); ++i) packets[4 * i + 2] = packets[4 * i + 3] = full[i];
      return received(packets, kPicturePackets);
    }
    case Of::kSound: return received(units(50, losses, draws));
    case Of::kToldFrames: return *told(units(30, losses, draws), true).losses;
    case Of::kToldPackets: return *told(units(30 * kPicturePackets, losses, draws), false).losses;
  }
  return {};
}

struct Shares {
  double clear = 0, too_few = 0, none_lost = 0;
};
Shares shares(Of of, const Losses& before, const Losses& after) {
  Shares counted;
  for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
    Draws draws(kPairs * static_cast<std::uint64_t>(of) + pair + 1);
    const LossSeries one = series(of, before, draws), other = series(of, after, draws);
    const LossDifference difference = loss_difference(one, other);
    const auto& interval = difference.interval;
    counted.clear += interval && (interval->low > 0 || interval->high < 0);
    counted.too_few += !interval;
    counted.none_lost += one.sum().counted + other.sum().counted == 0;
    if (!interval) { EXPECT_GT(difference.needed_s, kSeconds); }
  }
  return {counted.clear / kPairs, counted.too_few / kPairs, counted.none_lost / kPairs};
}

class LossRates : public testing::TestWithParam<Of> {
 protected:
  static Of of() { return GetParam(); }
  Shares counted(const Losses& before, const Losses& after) {
    const Shares shares = loss_rates_test::shares(of(), before, after);
    RecordProperty(
        fmt::format("{:g} -> {:g} %, bursts of {:g} s", before.share * 100, after.share * 100, before.burst_s),
        fmt::format("clear {:.1f} %, too few {:.1f} %, nothing lost {:.1f} %", shares.clear * 100, shares.too_few * 100,
                    shares.none_lost * 100));
    return shares;
  }
};

TEST_P(LossRates, TwentyPointsApartAreClear) {
  for (const double burst_s : {0.0, 0.1})
    for (const auto& [before, after] : {std::pair{0.25, 0.05}, {0.2, 0.0}})
      EXPECT_GE(counted({before, burst_s}, {after, burst_s}).clear, 0.9) << before << ", bursts of " << burst_s << " s";
}

TEST_P(LossRates, TheSameIsSeldomClear) {
  for (const double burst_s : {0.0, 0.1})
    for (const double share : {0.0, 0.01, 0.05, 0.2, 0.4})
      EXPECT_LE(counted({share, burst_s}, {share, burst_s}).clear, 0.07) << share << ", bursts of " << burst_s << " s";
}

/// Where blocks are too few for "no clear difference".
TEST_P(LossRates, LossesThatStopAreClearThoughTheyHangTogether) {
  for (const double burst_s : {0.3, 0.5})
    EXPECT_GE(counted({0.4, burst_s}, {0, burst_s}).clear, 0.9) << "bursts of " << burst_s << " s";
}

TEST_P(LossRates, LossesThatHangTogetherForLongAreTooFew) {
  for (const double burst_s : {0.5, 1.0, 2.0})
    for (const double share : {0.01, 0.2, 0.4}) {
      if (share > 0.2 && GetParam() == Of::kQueuedPackets) continue;  // the queue would be full most of the time
      const Shares of = counted({share, burst_s}, {share, burst_s});
      EXPECT_LE(of.clear, 0.07) << share << ", bursts of " << burst_s << " s";
      if (share > 0.1) { EXPECT_GE(of.too_few, 0.7) << share << ", bursts of " << burst_s << " s"; }
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, LossRates, testing::ValuesIn(kAll), [](const auto& row) {
  std::string name(kNames[static_cast<std::size_t>(row.param)]);
  std::erase(name, ' ');
  return name;
});

}  // namespace
}  // namespace jitterscope::loss_rates_test
