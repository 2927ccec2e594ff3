// Packets of strangers, with the right SSRC or without: nothing that is measured or shown becomes of them.

#include <arpa/inet.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/algorithms/rtp/rtcp.h"
#include "core/algorithms/signalling/messages.h"
#include "core/base/net/tcp_media.h"
#include "core/call/exchange/reject_sums.h"
#include "core/measures/views/log_rows.h"
#include "tests/unit/bounded_child.h"
#include "tests/unit/call/path/forwarding_host.h"
#include "tests/unit/call/session/two_sessions.h"
#include "tests/unit/no_source_filter.h"

namespace jitterscope::foreign_packets_test {
namespace {

/// The UDP ports of this process: other tests have calls of their own.
std::set<std::uint16_t> own_ports() {
  std::set<std::string> own;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    own.insert(std::filesystem::read_symlink(entry.path(), gone).string());
  }
  std::set<std::uint16_t> ports;
  for (const char* table : {"/proc/self/net/udp", "/proc/self/net/udp6"}) {
    std::ifstream lines(table);
    std::string line, local, skipped, inode;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      std::istringstream words(line);
      words >> skipped >> local;
      for (int i = 0; i < 8; ++i) words >> inode;
      if (own.contains("socket:[" + inode + "]"))
        ports.insert(static_cast<std::uint16_t>(std::stoi(local.substr(local.find(':') + 1), nullptr, 16)));
    }
  }
  return ports;
}

UdpSocket stranger(const char* host) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  inet_pton(AF_INET, host, &address.sin_addr);
  std::string error;
  auto socket = UdpSocket::bind({reinterpret_cast<const sockaddr*>(&address), sizeof address}, {}, error);
  EXPECT_TRUE(socket) << error;
  return std::move(*socket);
}

/// A valid RTP packet of `size` bytes.
std::vector<std::byte> rtp_packet(std::uint32_t ssrc, std::uint8_t payload_type, std::uint16_t sequence,
                                  std::size_t size) {
  std::vector<std::byte> bytes(size);
  const std::uint8_t head[12] = {0x80,
                                 payload_type,
                                 static_cast<std::uint8_t>(sequence >> 8),
                                 static_cast<std::uint8_t>(sequence),
                                 0,
                                 0,
                                 0,
                                 1,
                                 static_cast<std::uint8_t>(ssrc >> 24),
                                 static_cast<std::uint8_t>(ssrc >> 16),
                                 static_cast<std::uint8_t>(ssrc >> 8),
                                 static_cast<std::uint8_t>(ssrc)};
  std::memcpy(bytes.data(), head, sizeof head);
  return bytes;
}

std::set<std::uint16_t> attacked;  // the ports of this test's calls, as its first send_everywhere() finds them

void send_everywhere(UdpSocket& from, const std::vector<std::byte>& bytes) {
  if (attacked.empty()) attacked = own_ports();
  for (const std::uint16_t port : attacked) from.send(bytes, SocketAddress::loopback(port));
}

/// Media and a BYE as the remote's own, with the SSRCs that `end` receives.
void forge(UdpSocket& from, const CallSnapshot& end) {
  for (std::uint16_t i = 0; i < 300; ++i) {
    send_everywhere(from,
                    rtp_packet(end.received(Medium::kAudio).figures.ssrc, 0, static_cast<std::uint16_t>(i * 200), 172));
    send_everywhere(
        from, rtp_packet(end.received(Medium::kVideo).figures.ssrc, 26, static_cast<std::uint16_t>(i * 200), 500));
  }
  std::array<std::uint8_t, 64> bye;
  rtp::RtcpWriter writer(bye);
  writer.receiver_report(end.received(Medium::kAudio).figures.ssrc, {});
  writer.sdes_cname(end.received(Medium::kAudio).figures.ssrc, "x");
  writer.bye(end.received(Medium::kAudio).figures.ssrc);
  send_everywhere(from,
                  {reinterpret_cast<std::byte*>(bye.data()), reinterpret_cast<std::byte*>(bye.data()) + writer.size()});
}

void expect_nothing_forged(const CallSnapshot& end) {
  for (const StreamSnapshot* stream : {&end.received(Medium::kAudio).figures, &end.received(Medium::kVideo).figures}) {
    EXPECT_EQ(stream->lost, 0);
    std::int64_t rejected = 0;
    for (const auto count : stream->rejected) rejected += count;
    EXPECT_EQ(rejected, 0) << "the kernel throws them away";
  }
  for (const NoticeRow& notice : end.notices)
    EXPECT_EQ(notice.text.find("has ended its"), std::string::npos) << notice.text;
}

class ForeignPackets : public TwoSessions {
 protected:
  void SetUp() override { attacked.clear(); }
  void TearDown() override { ada_.reset(), ben_.reset(); }  // before the host
  ForwardingHost host_;
};

TEST_F(ForeignPackets, OfAnotherHostWithTheRightSsrcChangeNothing) {
  ASSERT_TRUE(in_full_call());
  UdpSocket foreign = stranger("127.0.0.2");
  forge(foreign, numbers(*ben_));
  ASSERT_TRUE(more_comes(*ben_, Medium::kAudio) && more_comes(*ben_, Medium::kVideo));
  expect_nothing_forged(numbers(*ben_));
}

/// Programs of the own machine are strangers too, until a link's relay is one of them.
TEST_F(ForeignPackets, OfTheOwnMachineChangeNothingEitherAndALinkPassesAllTheSame) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr, &host_);
  EndpointOptions ada = session_options("Ada");
  ada.bind = "127.0.0.2";
  ada_ = std::make_unique<Endpoint>(std::move(ada), nullptr);
  call(*ada_, *ben_);
  ASSERT_TRUE(established() && media_flow());
  host_.refuses = true;
  ben_->post(SetLink{link_of("delay=40ms")});
  ASSERT_TRUE(is_told(*ben_, "There is no relay."));
  UdpSocket foreign = stranger("127.0.0.1");
  forge(foreign, numbers(*ben_));
  ASSERT_TRUE(more_comes(*ben_, Medium::kAudio) && more_comes(*ben_, Medium::kVideo));
  expect_nothing_forged(numbers(*ben_));
  host_.refuses = false;
  ben_->post(SetLink{link_of("delay=40ms")});
  ASSERT_TRUE(eventually([&] { return host_.passed[1] > 20; }));
  EXPECT_TRUE(more_comes(*ben_, Medium::kAudio) && more_comes(*ben_, Medium::kVideo));
}

/// As Debian's /etc/hosts names it: what is sent from there comes from 127.0.0.1.
TEST_F(ForeignPackets, OfThisMachineAreTakenWhenItIsCalledByAnotherNameOfItsOwn) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr);
  ada_->post(PlaceCall{"127.0.1.1", ben_->view().control_port});
  EXPECT_TRUE(established() && media_flow());
}

/// Whether one of the ports of this process keeps a connection of a program of this machine.
bool takes_a_connection() {
  std::vector<std::unique_ptr<TcpMediaSender>> strangers;
  for (const std::uint16_t port : own_ports())
    strangers.emplace_back(std::make_unique<TcpMediaSender>(1000))->connect(SocketAddress::loopback(port));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // a round of the receiver takes 100 ms
  for (const auto& each : strangers) each->state();             // the first look only sees that it was made
  return std::ranges::any_of(strangers, [](const auto& each) { return each->state() == TcpMediaSender::State::kOpen; });
}

TEST_F(ForeignPackets, OverTcpTheyNeedTheRemotesHostOrALink) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr, &host_);
  EndpointOptions ada = session_options("Ada");
  ada.bind = "127.0.0.2";
  ada.settings.transport = Transport::kTcp;
  ada_ = std::make_unique<Endpoint>(std::move(ada), nullptr);
  call(*ada_, *ben_);
  ASSERT_TRUE(established() && media_flow());
  EXPECT_TRUE(eventually([] { return !takes_a_connection(); }));
  ben_->post(SetLink{link_of("delay=40ms")});
  EXPECT_TRUE(eventually(takes_a_connection)) << "the link's relay";
}

TEST_F(ForeignPackets, OverTcpThisMachineIsTakenWhenItIsCalledByAnotherNameOfItsOwn) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr);
  ben_->post(SetTransport{Transport::kTcp});
  ada_->post(PlaceCall{"127.0.1.1", ben_->view().control_port});
  EXPECT_TRUE(established() && media_flow());
}

TEST_F(ForeignPackets, WhenTheyCannotBeKeptAwayThereIsNoCall) {
  const std::string said = said_by([]() -> std::string {
    if (!refuse_source_filters()) return "no seccomp";
    Endpoint ada(session_options("Ada"), nullptr);
    ada.post(PlaceCall{"127.0.0.1", 9});
    eventually([&] { return ended(ada); });
    return ada.view().sentence;
  });
  EXPECT_EQ(said, "There is no call: the kernel does not keep strangers' packets from the media ports.");
}

TEST_F(ForeignPackets, AFilterThatCannotBeChangedIsSaid) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr, &host_);
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr);
  call(*ada_, *ben_);
  ASSERT_TRUE(established());
  for (int fd = 0; fd < 1024; ++fd) lock_source_filter(fd);
  ben_->post(SetLink{link_of("delay=40ms")});
  EXPECT_TRUE(is_told(*ben_, "The kernel does not let the media ports take packets of 127.0.0.1"));
}

/// Mallory calls from 127.0.0.1, answered at once; packets with its SSRC come from elsewhere alone.
TEST_F(ForeignPackets, OfAnotherHostAreNotTakenWhenNothingElseComesWhichIsSaid) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  TcpConnection caller = connection_to(*ben_);
  caller.send_all(write_message(message::Offer{1, made_up_remote("Mallory")}), std::chrono::seconds(5));
  ASSERT_TRUE(eventually([&] { return in_call(*ben_); }));
  UdpSocket foreign = stranger("127.0.0.2");
  std::uint16_t sequence = 0;
  const auto said = [&] {
    send_everywhere(foreign, rtp_packet(77, 0, ++sequence, 172));
    for (const NoticeRow& row : numbers(*ben_).notices)
      if (row.text.find("Nothing has come from 127.0.0.1 for 3 s") != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(eventually(said));
  for (int i = 0; i < 100; ++i) send_everywhere(foreign, rtp_packet(77, 0, ++sequence, 172));
  const double then = numbers(*ben_).elapsed_s;
  ASSERT_TRUE(eventually([&] { return numbers(*ben_).elapsed_s > then + 0.5; }));
  EXPECT_EQ(received(*ben_, Medium::kAudio), 0);
}

TEST_F(ForeignPackets, AFloodFromThePeersHostIsNotCalledLoss) {
  ASSERT_TRUE(in_full_call());
  UdpSocket foreign = stranger("127.0.0.1");
  const auto packet = rtp_packet(7, 0, 1, 20);
  for (int i = 0; i < 5000; ++i) send_everywhere(foreign, packet);
  ASSERT_TRUE(more_comes(*ben_, Medium::kAudio) && more_comes(*ben_, Medium::kVideo));
  const CallSnapshot after = numbers(*ben_);
  std::int64_t rejected = 0;
  for (const auto count : after.received(Medium::kVideo).figures.rejected) rejected += count;
  EXPECT_GT(rejected, 100) << "counted";
  EXPECT_TRUE(is_told(*ben_, "foreign packets were refused")) << "and said";
  for (const RingRow& ring : after.rings)  // pictures may be left out on a slow machine
    EXPECT_TRUE(ring.dropped == 0 || !(ring.name.ends_with("events") || ring.name.ends_with("socket"))) << ring.name;
}

class FullSockets : public TwoSessions {
 protected:
  /// A second process fills the sockets while this one stands still, as on a machine that is much too busy.
  bool are_said() {
    start();
    if (!established() || !media_flow()) return false;
    UdpSocket foreign = stranger("127.0.0.1");
    const auto packet = rtp_packet(7, 0, 1, 1000);
    send_everywhere(foreign, packet);  // looks the ports up, which the second process shall not
    const char* said = "The receive buffer of this machine was full";
    if (noticed(*ben_, said)) return false;
    const pid_t flood = fork();
    if (flood == 0) {
      kill(getppid(), SIGSTOP);
      for (int i = 0; i < 10'000; ++i) send_everywhere(foreign, packet);
      kill(getppid(), SIGCONT);
      _exit(0);
    }
    waitpid(flood, nullptr, 0);
    return is_told(*ben_, said) && noticed(*ben_, "thrown away here, not lost on the link.");
  }
};

/// In a process of its own: a shell would take the test's, when that stops, for one to be put aside.
TEST_F(FullSockets, AreSaidToBeNoLossOfTheLink) {
  const pid_t call = fork();
  if (call == 0) _exit(are_said() ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(call, &status, 0), call);
  EXPECT_EQ(status, 0);
}

TEST(RejectSums, AreToldAReasonAtATime) {
  RejectSums sums(Medium::kVideo);
  const auto at = [](std::int64_t ms) { return Timestamp::ns(0) + Duration::ms(ms); };
  for (int i = 0; i < 1000; ++i) sums.note(RejectReason::kWrongSsrc, at(i / 10), 50);
  sums.note(RejectReason::kTruncated, at(100), 3);
  std::vector<PacketRejected> told;
  const auto tell = [&](const PacketRejected& event) { told.push_back(event); };
  sums.tell(at(100), tell);
  ASSERT_EQ(told.size(), 2u) << "the first at once";
  EXPECT_EQ(told[0].reason, RejectReason::kTruncated);
  EXPECT_EQ(told[1].reason, RejectReason::kWrongSsrc);
  EXPECT_EQ(told[1].count, 1000);
  EXPECT_EQ(told[1].size, 50);
  EXPECT_EQ(told[1].received, at(99));
  sums.note(RejectReason::kWrongSsrc, at(120), 50);
  sums.tell(at(200), tell);
  EXPECT_EQ(told.size(), 2u) << "not yet";
  sums.tell(at(400), tell);
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[2].count, 1);
  sums.tell(at(900), tell);
  EXPECT_EQ(told.size(), 3u) << "nothing came";
}

}  // namespace
}  // namespace jitterscope::foreign_packets_test
