// However and whenever a demonstration ends, both ends are set as before: the three plans in virtual time, and a real
// call whose connection is cut.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "core/algorithms/signalling/messages.h"
#include "core/call/session/demonstration_plans.h"
#include "core/events/setting_layers.h"
#include "core/measures/views/demonstration_view.h"
#include "tests/unit/call/session/link_calls.h"

namespace jitterscope::demonstration_restores_test {
namespace {

using Words = std::map<std::string, std::string>;

template <typename S>
typename S::Value parsed(const char* words) {
  std::string error;
  const auto value = S::parse(words, error);
  EXPECT_TRUE(value) << words << ": " << error;
  return value.value_or(typename S::Value{});
}

/// Nothing that a demonstration sets is as it is by default, nor as a demonstration would have it.
CallSettings users_own() {
  CallSettings own;
  own.shaping = parsed<setting::Shaping>("b,60");
  own.link = link_of("delay=7ms");
  own.background.kilobytes_per_second = 3;
  own.audio_block = 200;
  own.transport = Transport::kTcp;
  own.cpu_load = 1;
  own.video_load = 1;
  own.receive_processor = 1;
  own.rate_control = parsed<setting::RateControl>("off,epsilon=3ms");
  for (const ThreadRole role : kMediaThreads) put(own, SetPriority{role, *PrioritySetting::parse("nice:5")});
  return own;
}

/// Both, as a session sees them: what is asked of the remote is of its layer there.
struct Ends {
  SettingLayers local{users_own()}, remote{users_own()};

  std::pair<Words, Words> words() const { return {words_of_all(local.in_force()), words_of_all(remote.in_force())}; }
  bool stands(const AnySetting& setting) const {
    const bool here = end_of(setting) == End::kLocal;
    return words_of(same_of((here ? local : remote).in_force(), setting)) == words_of(setting);
  }
  void follow(const GuidedComparison::Step& step) {
    if (step.over) local.leave(SettingLayer::kDemonstration);
    for (const AnySetting& wanted : step.settings)
      if (end_of(wanted) == End::kLocal)
        local.put(wanted, SettingLayer::kDemonstration);
      else
        remote.put(with_end(wanted, End::kLocal), SettingLayer::kRemote);
  }
};

ComparisonPlan plan_of(DemonstrationKind kind, const Ends& ends) {
  if (kind == DemonstrationKind::kPriority)
    return priority_plan({0, ends.local->cpu_load, ends.local->video_load, ends.remote->audio_block});
  if (kind == DemonstrationKind::kRateControl) return rate_plan({ends.local->rate_control, false, 900, 81});
  return shaping_plan({ends.remote->shaping, ends.local->link, 4500, 35});
}

/// Of a plan, and how many phases it has left behind: the first four, then those of its repetition.
class DemonstrationStoppedInAPhase : public testing::TestWithParam<std::tuple<DemonstrationKind, int>> {
 protected:
  void SetUp() override {
    const auto [kind, left] = GetParam();
    follow(comparison_.begin(plan_of(kind, ends_), {}));
    for (now_ = {}; entered_ <= left; now_ = now_ + Duration::ms(100)) {
      ASSERT_TRUE(comparison_.running());
      follow(tick());
    }
    ASSERT_EQ(phase_, static_cast<DemonstrationPhase>(left % 4));
    ASSERT_NE(ends_.words(), before_) << "something is set by it";
  }
  GuidedComparison::Step tick() {
    return comparison_.tick(now_, stands_, [] { return true; });
  }
  void follow(const GuidedComparison::Step& step) {
    ends_.follow(step);
    if (!step.entered) return;
    ++entered_;
    phase_ = step.entered->phase;
  }
  void expect_over() {
    EXPECT_EQ(phase_, DemonstrationPhase::kStopped);
    EXPECT_FALSE(comparison_.running());
  }

  Ends ends_;
  const std::pair<Words, Words> before_ = ends_.words();
  const Stands stands_ = [this](const AnySetting& setting) { return ends_.stands(setting); };
  GuidedComparison comparison_;
  DemonstrationPhase phase_{};
  int entered_ = 0;
  Timestamp now_;
};

TEST_P(DemonstrationStoppedInAPhase, BothEndsAreAsBefore) {
  follow(comparison_.stop(stands_));
  expect_over();
  EXPECT_EQ(ends_.words(), before_);
}

TEST_P(DemonstrationStoppedInAPhase, PausedBothEndsAreAsBefore) {
  comparison_.set_pace(DemonstrationPace::kPause, now_);
  now_ = now_ + Duration::seconds(60);
  follow(comparison_.stop(stands_));
  expect_over();
  EXPECT_EQ(ends_.words(), before_);
}

/// A link, or, where there is none, a load.
TEST_P(DemonstrationStoppedInAPhase, ByWhatIsSetByHandAllElseIsAsBefore) {
  const bool priority = std::get<0>(GetParam()) == DemonstrationKind::kPriority;
  const AnySetting by_hand = priority ? AnySetting(SetCpuLoad{0}) : AnySetting(SetLink{link_of("delay=90ms")});
  ends_.local.put(by_hand);
  follow(tick());
  expect_over();
  auto [local, remote] = before_;
  local[name_of(by_hand)] = words_of(by_hand);
  EXPECT_EQ(ends_.words(), std::pair(local, remote));
}

std::string name_of_case(const testing::TestParamInfo<std::tuple<DemonstrationKind, int>>& of) {
  const auto [kind, left] = of.param;
  std::string name = std::string(to_string(kind)) + "_" +
                     std::string(to_string(static_cast<DemonstrationPhase>(left % 4))) + (left < 4 ? "" : "_again");
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Repeated, DemonstrationStoppedInAPhase,
                         testing::Combine(testing::Values(DemonstrationKind::kShaping, DemonstrationKind::kPriority),
                                          testing::Range(0, 8)),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Once, DemonstrationStoppedInAPhase,
                         testing::Combine(testing::Values(DemonstrationKind::kRateControl), testing::Range(0, 4)),
                         name_of_case);

/// Between the control connections of two ends. Cut, neither has heard a word of farewell: as when the other's program
/// is killed.
class Wire {
 public:
  explicit Wire(std::uint16_t to) : to_(to), carrying_([this](std::stop_token stop) { carry(stop); }) {}
  std::uint16_t port() const { return listener_.port(); }
  void cut() { carrying_ = {}; }

 private:
  void carry(const std::stop_token& stop) {
    std::optional<TcpConnection> near;
    while (!near && !stop.stop_requested()) near = listener_.accept(std::chrono::milliseconds(20));
    auto far = TcpConnection::connect({"127.0.0.1", to_}, kLimit);
    if (!near || !far.connection) return;
    while (!stop.stop_requested() && pass(*near, *far.connection) && pass(*far.connection, *near)) {}
  }
  static bool pass(TcpConnection& from, TcpConnection& to) {
    const auto line = from.receive_line(std::chrono::milliseconds(1), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kTimeout) return true;
    return line.status == TcpConnection::LineStatus::kLine && to.send_all(line.text + "\n", kLimit).empty();
  }

  static constexpr std::chrono::seconds kLimit{20};
  std::uint16_t to_;
  TcpListener listener_{0, false, SocketAddress::loopback()};
  std::jthread carrying_;
};

class LostDemonstration : public LinkCallTest {
 protected:
  void SetUp() override {
    EndpointOptions ada = session_options("Ada"), ben = listener_options("Ben");
    ada.settings.shaping = ben.settings.shaping = parsed<setting::Shaping>("b,60");
    ben.consent = true;
    ben_ = std::make_unique<Endpoint>(std::move(ben), nullptr, &ben_host_);
    ada_ = std::make_unique<Endpoint>(std::move(ada), nullptr, &ada_host_);
    before_ = {words_of_all(ada_->view().settings), words_of_all(ben_->view().settings)};
    wire_.emplace(ben_->view().control_port);
    ada_->post(PlaceCall{"127.0.0.1", wire_->port()});
    ASSERT_TRUE(established() && media_flow() && begun());
    ada_->post(Demonstrate{DemonstrationKind::kShaping});
  }
  bool both_are_set(const char* shaping) {
    const auto wanted = *ShapingSetting::parse(shaping);
    return eventually(
        [&] { return ada_->view().settings.shaping == wanted && ben_->view().settings.shaping == wanted; });
  }
  void cut_and_expect_all_as_before() {
    EXPECT_NE(words_of_all(ada_->view().settings), before_[0]);
    wire_->cut();
    ASSERT_TRUE(both_end());
    EXPECT_TRUE(ada_->view().failed && ben_->view().failed) << "nobody hung up";
    EXPECT_EQ(words_of_all(ada_->view().settings), before_[0]);
    EXPECT_EQ(words_of_all(ben_->view().settings), before_[1]) << "whom nobody could ask back";
  }
  void TearDown() override {
    wire_.reset();
    LinkCallTest::TearDown();
  }

  std::array<Words, 2> before_;
  std::optional<Wire> wire_;
};

TEST_F(LostDemonstration, WithTheConnectionBothEndsAreAsBefore) {
  ASSERT_TRUE(both_are_set("c"));
  cut_and_expect_all_as_before();
}

/// A whole half, so it is slow.
TEST_F(LostDemonstration, InTheSecondHalfBothEndsAreAsBefore) {
  for (const char* state : {"settling", "before"}) {
    ASSERT_TRUE(eventually([&] {
      const auto view = numbers(*ada_).demonstration;
      return view && view->state == state;
    })) << state;
    for (const auto pace : {DemonstrationPace::kPause, DemonstrationPace::kStep}) ada_->post(PaceDemonstration{pace});
  }
  ASSERT_TRUE(both_are_set("a"));
  ASSERT_TRUE(eventually([&] { return numbers(*ada_).demonstration->state == "after"; }));
  cut_and_expect_all_as_before();
}

}  // namespace
}  // namespace jitterscope::demonstration_restores_test
