#include "core/base/net/host_port.h"

#include <gtest/gtest.h>

#include "core/base/net/socket_calls.h"

namespace jitterscope::endpoint_test {
namespace {

struct Typed {
  const char* text;
  const char* host;  // nullptr: refused
  int port;
};

class HostPortText : public testing::TestWithParam<Typed> {};

TEST_P(HostPortText, IsReadAsMeant) {
  const auto host_port = parse_host_port(GetParam().text, 5004);
  ASSERT_EQ(host_port.has_value(), GetParam().host != nullptr) << GetParam().text;
  if (!host_port) return;
  EXPECT_EQ(host_port->host, GetParam().host);
  EXPECT_EQ(host_port->port, GetParam().port);
}

INSTANTIATE_TEST_SUITE_P(
    Table, HostPortText,
    testing::Values(Typed{"room204", "room204", 5004}, Typed{"room-204.example.org:6000", "room-204.example.org", 6000},
                    Typed{"10.0.0.2", "10.0.0.2", 5004}, Typed{"10.0.0.2:1", "10.0.0.2", 1},
                    Typed{"[::1]", "::1", 5004}, Typed{"[::1]:65535", "::1", 65535}, Typed{"::1", "::1", 5004},
                    Typed{"[fe80::1%eth0]:7", "fe80::1%eth0", 7}, Typed{"2001:db8::5004", "2001:db8::5004", 5004},
                    Typed{"4you", "4you", 5004},  //
                    Typed{"", nullptr, 0}, Typed{":5004", nullptr, 0}, Typed{"host:", nullptr, 0},
                    Typed{"host:0", nullptr, 0}, Typed{"host:65536", nullptr, 0}, Typed{"host:-1", nullptr, 0},
                    Typed{"host:50x", nullptr, 0}, Typed{"host:4294972300", nullptr, 0}, Typed{"[::1", nullptr, 0},
                    Typed{"[::1]5004", nullptr, 0}, Typed{"[]:5004", nullptr, 0}, Typed{"[host]:5004", nullptr, 0},
                    Typed{"a:b:c", nullptr, 0}, Typed{"10.0.0", nullptr, 0}, Typed{"10.0.0.256", nullptr, 0},
                    Typed{"5004", nullptr, 0}, Typed{"two words", nullptr, 0}, Typed{"-x", nullptr, 0},
                    Typed{"[fe80::1%]", nullptr, 0}, Typed{"80::1%eth0]:5004", nullptr, 0},
                    Typed{"[fe80::1%an interface]", nullptr, 0}));

TEST(HostPort, NothingIsReadBehindAZeroByte) {
  EXPECT_FALSE(parse_host_port(std::string_view("::1\0]", 5), 5004));
  EXPECT_FALSE(parse_host_port(std::string_view("10.0.0.2\0", 9), 5004));
}

TEST(HostPort, IsWrittenAsItIsTyped) {
  EXPECT_EQ((HostPort{"room", 5004}.to_string()), "room:5004");
  EXPECT_EQ((HostPort{"::1", 5004}.to_string()), "[::1]:5004");
}

TEST(Resolve, NumericAddressesKeepTheirPort) {
  const auto four = resolve({"127.0.0.1", 6001});
  ASSERT_EQ(four.addresses.size(), 1u);
  EXPECT_EQ(four.addresses[0].to_string(), "127.0.0.1:6001");
  const auto six = resolve({"::1", 6002});
  ASSERT_EQ(six.addresses.size(), 1u);
  EXPECT_EQ(six.addresses[0].to_string(), "[::1]:6002");
}

TEST(Resolve, UnknownNameGivesASentence) {
  const auto nobody = resolve({"no-such-host.invalid", 1});
  EXPECT_TRUE(nobody.addresses.empty());
  EXPECT_NE(nobody.error.find("no-such-host.invalid"), std::string::npos);
}

TEST(Resolve, WithinALimitOrNotAtAll) {
  EXPECT_EQ(resolve_within({"127.0.0.1", 6001}, std::chrono::seconds(20)).addresses.at(0).to_string(),
            "127.0.0.1:6001");
  const auto late = resolve_within({"no-such-host.invalid", 1}, std::chrono::milliseconds(0));
  EXPECT_TRUE(late.addresses.empty());
  EXPECT_EQ(late.error, "Looking up \"no-such-host.invalid\" took too long.");
}

TEST(SocketAddress, MapsBetweenTheFamilies) {
  const auto four = resolve({"10.1.2.3", 77}).addresses.at(0);
  EXPECT_EQ(four.mapped().to_string(), "[::ffff:10.1.2.3]:77");
  EXPECT_EQ(four.mapped().unmapped().to_string(), "10.1.2.3:77");
  EXPECT_EQ(four.with_port(78).port(), 78);
  const auto six = resolve({"2001:db8::1", 9}).addresses.at(0);
  EXPECT_EQ(six.unmapped().to_string(), "[2001:db8::1]:9");
  EXPECT_EQ(six.mapped().with_port(10).to_string(), "[2001:db8::1]:10");
  EXPECT_EQ(SocketAddress().to_string(), ":0");
}

TEST(SourceTowards, IsTheAddressThatTheRemoteSees) {
  EXPECT_EQ(source_towards(SocketAddress::loopback(5004)).to_string(), "127.0.0.1:0");
  EXPECT_EQ(source_towards(SocketAddress::loopback(5004).mapped()).unmapped().host(), "127.0.0.1");
  EXPECT_EQ(source_towards(SocketAddress()).size(), 0u);
}

}  // namespace
}  // namespace jitterscope::endpoint_test
