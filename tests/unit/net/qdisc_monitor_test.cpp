#include "core/net/qdisc_monitor.h"

#include <gtest/gtest.h>

#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "core/net/network_namespace.h"

namespace jitterscope::qdisc_monitor_test {
namespace {

using Bytes = std::vector<std::byte>;

template <typename T>
Bytes bytes_of(const T& value) {
  Bytes bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

void append(Bytes& to, const Bytes& more) {
  for (const std::byte each : more) to.push_back(each);
}

Bytes attribute(unsigned short type, const Bytes& content) {
  Bytes bytes = bytes_of(rtattr{static_cast<unsigned short>(sizeof(rtattr) + content.size()), type});
  append(bytes, content);
  bytes.resize(RTA_ALIGN(bytes.size()));
  return bytes;
}

struct Answer {
  int interface = 7;
  std::uint32_t parent = TC_H_ROOT;
  bool many = false;

  Bytes bytes() const {
    Bytes basic = bytes_of(std::uint64_t{5'000'000'000});
    append(basic, bytes_of(std::uint32_t{1234}));
    Bytes statistics = attribute(TCA_STATS_BASIC, basic);
    if (many) append(statistics, attribute(TCA_STATS_PKT64, bytes_of(std::uint64_t{5'000'001'234})));
    append(statistics, attribute(TCA_STATS_QUEUE, bytes_of(gnet_stats_queue{10, 10660, 77, 1, 2})));
    tcmsg about{};
    about.tcm_ifindex = interface;
    about.tcm_parent = parent;
    Bytes rest = bytes_of(about);
    append(rest, attribute(TCA_KIND, {std::byte{'t'}, std::byte{'b'}, std::byte{'f'}, std::byte{0}}));
    append(rest, attribute(TCA_STATS2, statistics));
    nlmsghdr header{};
    header.nlmsg_len = static_cast<std::uint32_t>(sizeof header + rest.size());
    header.nlmsg_type = RTM_NEWQDISC;
    Bytes message = bytes_of(header);
    append(message, rest);
    return message;
  }
};

const QdiscCounts kExpected{10, 10660, 1234, 5'000'000'000, 77};

TEST(ParseQdisc, ReadsTheRootsCounts) {
  EXPECT_EQ(parse_qdisc(Answer{}.bytes(), 7), kExpected);
}

TEST(ParseQdisc, TakesTheWideCountOfPackets) {
  EXPECT_EQ(parse_qdisc(Answer{.many = true}.bytes(), 7)->sent_packets, 5'000'001'234);
}

TEST(ParseQdisc, OtherInterfacesAndChildrenAreNotMeant) {
  EXPECT_EQ(parse_qdisc(Answer{}.bytes(), 8), std::nullopt);
  EXPECT_EQ(parse_qdisc(Answer{.parent = 0x10001}.bytes(), 7), std::nullopt);
}

TEST(ParseQdisc, NoPrefixIsReadBeyondItsEnd) {
  const Bytes whole = Answer{}.bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes part(whole.begin(),
                     whole.begin() + static_cast<std::ptrdiff_t>(size));  // its own allocation: ASan sees
    EXPECT_EQ(parse_qdisc(part, 7), std::nullopt) << size;
  }
}

TEST(ParseQdisc, DamagedLengthsAreRefusedOrHarmless) {
  const Bytes whole = Answer{}.bytes();
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int value : {0, 1, 3, 4, 127, 255}) {
      Bytes damaged = whole;
      damaged[at] = static_cast<std::byte>(value);
      refused += !parse_qdisc(damaged, 7);
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(QdiscMonitor, NoInterfaceIsSaid) {
  std::string error;
  EXPECT_FALSE(QdiscMonitor::open("no-such-line", error));
  EXPECT_NE(error.find("no-such-line"), std::string::npos) << error;
}

TEST(NetworkNamespace, IsMadeByRootAndRefusedInWordsToOthers) {
  std::string error;
  const auto space = NetworkNamespace::create(error);
  ASSERT_EQ(space.has_value(), geteuid() == 0) << error;
  if (!space) {
    EXPECT_NE(error.find("root"), std::string::npos) << error;
    return;
  }
  std::string inside_error;
  bool loopback = false, outside = true;
  ASSERT_TRUE(space->inside([&] {
    auto monitor = QdiscMonitor::open("lo", inside_error);
    loopback = monitor.has_value();
    outside = loopback && monitor->read().has_value();
  }));
  EXPECT_TRUE(loopback) << inside_error;
  EXPECT_FALSE(outside) << "a new loopback has no queue to be read";
}

}  // namespace
}  // namespace jitterscope::qdisc_monitor_test
