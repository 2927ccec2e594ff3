// Real sockets on the loopback interface.
#include "app/relay/control_proxy.h"

#include <gtest/gtest.h>

#include "tests/unit/few_descriptors.h"

namespace jitterscope::control_proxy_test {
namespace {

TEST(ControlProxyTest, WithoutDescriptorsItDoesNotSpin) {
  ControlProxy proxy([](const link::Packet&) {});
  std::string error;
  auto target = TcpMediaListener::listen(SocketAddress::loopback(), error);
  const auto port = proxy.listen(target->local(), false, error);
  ASSERT_TRUE(port) << error;
  TcpMediaSender caller(1000);
  caller.connect(SocketAddress::loopback(*port));
  const auto round = [&proxy] {
    std::vector<pollfd> wanted;
    proxy.add_descriptors(wanted, monotonic_now());
    const bool ready = poll(wanted.data(), wanted.size(), 10) > 0;
    for (const pollfd& each : wanted)
      if (each.revents != 0) proxy.serve(each, monotonic_now());
    return ready;
  };
  {
    const FewDescriptors none;
    int ready = 0;
    for (int i = 0; i < 10; ++i) ready += round();
    EXPECT_GE(ready, 1);
    EXPECT_LT(ready, 5) << "poll returns at once, again and again";  // a loaded machine takes longer than one pause
  }
  bool carried = false;
  for (int i = 0; i < 100 && !carried; ++i) {
    round();
    carried = target->accept().has_value();
  }
  EXPECT_TRUE(carried);
}

}  // namespace
}  // namespace jitterscope::control_proxy_test
