// The live lab's ends, as far as they need no network of their own.
#include <gtest/gtest.h>

#include "core/lab/latecki04_live_ends.h"
#include "core/realtime/clock.h"

namespace jitterscope::latecki04::latecki04_live_test {
namespace {

TEST(Latecki04Live, AConnectionThatFailsEndsTheRunAndSaysWhy) {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  ASSERT_TRUE(socket) << error;
  RateScenario scenario;
  const SocketAddress nobody = resolve({"127.86.0.4", 0}).addresses.at(0);
  LiveSender sender(scenario, 1, std::move(*socket), nobody, TcpChoice{}, nullptr);
  sender.connect();
  std::atomic<bool> stopped = false;
  sender.run(RunClock(monotonic_now()), stopped);
  EXPECT_TRUE(stopped);
  EXPECT_EQ(sender.fault, "The picture's TCP connection failed (Connection refused).");
  EXPECT_LT(sender.sound.size(), 1000u) << "of 5000";
}

}  // namespace
}  // namespace jitterscope::latecki04::latecki04_live_test
