// How often who calls may ring and is told of, by where it comes from.
#include "core/call/session/callers.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <random>

namespace jitterscope {
namespace {

SocketAddress address_of(const std::string& text) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  EXPECT_EQ(inet_pton(AF_INET6, text.c_str(), &address.sin6_addr), 1) << text;
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

/// As seen by a machine in 2001:db8:5::/64.
CallerOrigin from(const std::string& text) {
  return origin_of(address_of(text), {address_of("2001:db8:5::aa")});
}

constexpr Timestamp kNow = Timestamp::ns(0);

/// Full for the caller that called five times; of its neighbour, is it?
TEST(HostQuota, IsOfANetworkButInTheOwnOneAndAmongLinkLocalOnesOfAHost) {
  for (const auto& [host, neighbour, full] : {std::tuple("2001:db8::1", "2001:db8::6", true),
                                              {"2001:db8::1", "2001:db8:0:1::6", false},
                                              {"fe80::1", "fe80::2", false},
                                              {"2001:db8:5::1", "2001:db8:5::2", false}}) {
    HostQuota quota;
    for (int i = 0; i < 5; ++i) {
      EXPECT_FALSE(quota.full(from(host), kNow));
      quota.note(from(host), kNow);
    }
    EXPECT_TRUE(quota.full(from(host), kNow)) << host;
    EXPECT_EQ(quota.full(from(neighbour), kNow), full) << neighbour;
    EXPECT_FALSE(quota.full(from(host), kNow + Duration::seconds(60)));
  }
}

TEST(HostQuota, ManyOtherHostsDoNotWipeOutWhatOneDid) {
  HostQuota quota;
  for (int i = 0; i < 5; ++i) quota.note(from("2001:db8::1"), kNow);
  for (int i = 0; i < 300; ++i) quota.note(from("2001:db8:1:" + std::to_string(i) + "::1"), kNow);
  EXPECT_TRUE(quota.full(from("2001:db8::1"), kNow));
}

/// Whoever calls as often as it is let, from as many addresses as it likes, in any order with others.
TEST(HostQuota, IsBoundedForWhoMakesUpAddressesAndNeverUsedUpByWhoKeepsItsOwn) {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (const std::string network : {"2001:db8:5::", "2001:db8:9::", "fe80::"}) {
    const bool own = network != "2001:db8:9::";
    for (const unsigned addresses : {1u, 3u, 1'000'000u}) {
      HostQuota quota;
      std::deque<Timestamp> taken;
      Timestamp now;
      for (int i = 0; i < 3000; ++i, now += Duration::ms(below(400))) {
        const CallerOrigin caller = from(network + std::to_string(1 + below(addresses) % 9000));
        if (!quota.full(caller, now)) quota.note(caller, now), taken.push_back(now);
        std::erase_if(taken, [&](Timestamp at) { return now - at >= Duration::seconds(60); });
        ASSERT_LE(taken.size(), own ? 20u : 5u);
        if (own && addresses <= 3) { ASSERT_FALSE(quota.full(from(network + "ffff"), now)) << "a colleague"; }
        ASSERT_FALSE(quota.full(from("2001:db8:77::1"), now)) << "from elsewhere";
      }
    }
  }
}

TEST(CallsInVain, TheLastPlacesAreForWhoHadNone) {
  CallsInVain calls;
  int told = 0;
  for (const char* address : {"2001:db8:1::1", "2001:db8:2::1", "2001:db8:3::1", "2001:db8:4::1"})
    for (int i = 0; i < 5; ++i) told += calls.tells(from(address), kNow);
  EXPECT_EQ(told, 16) << "15, and the first of the fourth";
  EXPECT_TRUE(calls.tells(from("2001:db8:6::1"), kNow)) << "who calls but once is told of";
}

TEST(CallsInVain, WhatIsNotToldIsCounted) {
  CallsInVain calls;
  for (int i = 0; i < 12; ++i) calls.tells(from("2001:db8:1::1"), kNow);
  calls.count(kNow);
  EXPECT_FALSE(calls.rest(kNow + Duration::seconds(59)));
  EXPECT_EQ(calls.rest(kNow + Duration::seconds(60)), "8 more called in vain.");
  EXPECT_FALSE(calls.rest(kNow + Duration::seconds(200)));
}

TEST(CallsInVain, AllHostsTogetherAreBounded) {
  CallsInVain calls;
  int told = 0;
  for (int i = 0; i < 500; ++i) told += calls.tells(from("2001:db8:1:" + std::to_string(i) + "::1"), kNow);
  EXPECT_EQ(told, 20);
}

}  // namespace
}  // namespace jitterscope
