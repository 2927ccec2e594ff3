// The live lab's ends on loopback, as far as they need no network of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/lab/latecki04/fates.h"
#include "core/lab/latecki04/live_ends.h"

namespace jitterscope::latecki04::latecki04_live_test {
namespace {

constexpr Duration kPatience = Duration::seconds(20);  // only bounds a failure

template <typename Condition>
bool becomes_true(Condition condition) {
  const Timestamp end = monotonic_now() + kPatience;
  while (!condition()) {
    if (monotonic_now() > end) return false;
    sleep_until(monotonic_now() + Duration::ms(1));
  }
  return true;
}

MediaSockets sockets() {
  std::string error;
  auto opened = open_live_sockets("127.0.0.1", kLivePort, error);
  if (!opened) throw std::runtime_error(error);
  return std::move(*opened);
}

RateScenario over(Transport transport) {
  RateScenario scenario;
  if (transport == Transport::kTcp) scenario.tcp = virtual_call::TcpSetup{.tcp = {}, .watch_unsent = false};
  return scenario;
}

struct Heard {
  std::atomic<int> pictures = 0, reports = 0;
};

/// Counts what happens at the sender; the picture is as it was.
class Counting : public RateController {
 public:
  explicit Counting(Heard& heard) : heard_(heard) {}
  void add(const Event& event) override {
    if (holds_alternative<FrameSent>(event)) ++heard_.pictures;
    const auto* report = get_if<TrendReported>(&event);
    if (report && report->direction == Direction::kReceived) ++heard_.reports;
  }
  std::optional<RateDecision> step(Timestamp) override { return std::nullopt; }
  std::optional<Timestamp> next_step() const override { return std::nullopt; }

 private:
  Heard& heard_;
};

class Latecki04LiveEnds : public testing::TestWithParam<Transport> {};

TEST_P(Latecki04LiveEnds, AreACallWhosePictureComesAndWhoseSoundIsReportedOn) {
  const RateScenario scenario = over(GetParam());
  MediaSockets near = sockets(), far = sockets();
  const PerMedium<SocketAddress> to_near = receives_at(near), to_far = receives_at(far);
  const Timestamp began = monotonic_now();
  Heard heard;
  ReceivingEnd receiver(std::move(far), to_near, scenario, 1);
  std::string error;
  ASSERT_TRUE(receiver.listen(error)) << error;
  SendingEnd sender(std::move(near), to_far, scenario, 1, std::make_unique<Counting>(heard));
  sender.begin_sound();
  sender.begin_picture();
  EXPECT_TRUE(becomes_true([&] { return heard.reports > 0 && heard.pictures >= 20; }));
  sender.end_picture();
  sender.end_sound();
  sender.finish();
  receiver.finish();
  EXPECT_EQ(sender.trouble(), "");
  const RateRun run = fates_of(sender.events(), receiver.events(), began, GetParam());
  ASSERT_GE(run.sound.size(), 8u);
  EXPECT_GE(std::ranges::count_if(run.sound, [](const SoundFate& sound) { return sound.delay.has_value(); }), 8);
  EXPECT_GE(std::ranges::count_if(run.frames, [](const FrameFate& frame) { return frame.delay.has_value(); }), 10);
  EXPECT_FALSE(run.measured.empty());
  EXPECT_FALSE(run.received.empty());
  for (const SoundFate& sound : run.sound) {
    EXPECT_GE(sound.sent, Timestamp());
    EXPECT_GE(sound.delay.value_or(Duration()), Duration());
  }
}

INSTANTIATE_TEST_SUITE_P(OfBothTransports, Latecki04LiveEnds, testing::Values(Transport::kUdp, Transport::kTcp),
                         [](const auto& of) { return std::string(to_string(of.param)); });

TEST(Latecki04Live, APictureWithoutAConnectionIsToldWithTheReason) {
  const SocketAddress nobody = resolve({"127.86.0.4", 5004}).addresses.at(0);
  SendingEnd sender(sockets(), {{nobody, nobody.with_port(5006)}}, over(Transport::kTcp), 1, nullptr);
  EXPECT_TRUE(becomes_true([&] { return sender.has_trouble(); }));
  sender.finish();
  EXPECT_EQ(sender.trouble(),
            "The remote takes no picture over TCP (port 5006: Connection refused). Pictures are left out while it is "
            "tried again; UDP may work.");
}

}  // namespace
}  // namespace jitterscope::latecki04::latecki04_live_test
