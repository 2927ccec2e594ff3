// One packet to several remotes, each in its own seal, over datagrams.
#include "core/call/pipeline/socket_sink.h"

#include <gtest/gtest.h>

#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/steps/accepted_packet.h"
#include "core/call/steps/packet_intake.h"
#include "core/events/kinds/packet_sent.h"
#include "tests/unit/call/toy_seal.h"

namespace jitterscope::socket_sink_test {
namespace {

constexpr std::uint32_t kSsrc = 77;
constexpr ParticipantId kSecond{2}, kThird{3};

UdpSocket bound() {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  EXPECT_TRUE(socket) << error;
  return std::move(*socket);
}

std::vector<std::uint8_t> received(UdpSocket& socket) {
  std::vector<std::uint8_t> bytes(2000);
  const auto datagram = socket.receive(std::as_writable_bytes(std::span(bytes)), Duration::seconds(5));
  bytes.resize(datagram ? datagram->size : 0);
  return bytes;
}

class FanOut : public testing::Test {
 protected:
  FanOut() {
    const rtp::RtpHeader header{false, rtp::kPayloadPcmu, 9, 1000, kSsrc};
    head_.resize(rtp::write_rtp_header(head_, header, {}));
    whole_ = head_;
    whole_.insert(whole_.end(), body_.begin(), body_.end());
  }
  OutgoingPacket packet() const { return {head_, body_, 9, monotonic_now(), false}; }

  UdpSocket socket_ = bound(), first_ = bound(), second_ = bound(), third_ = bound(), player_ = bound();
  SocketSink sink_{socket_, Medium::kAudio, kSsrc};
  ToySeal seal_{0x5a}, other_seal_{0x33};
  std::vector<std::uint8_t> head_ = std::vector<std::uint8_t>(rtp::kMaxRtpHeaderBytes), body_{1, 2, 3, 4}, whole_;
};

TEST_F(FanOut, EachRemoteHasItsCopyInItsSealAndThePlayerWithout) {
  Routes routes;
  routes.add({kFirstRemote, first_.local(), nullptr});
  routes.add({kSecond, second_.local(), &seal_});
  routes.add({kThird, third_.local(), &other_seal_});
  sink_.set_routes(routes);
  sink_.set_copy(player_.local());
  ASSERT_EQ(sink_.send(packet()), 0);
  ASSERT_EQ(sink_.copies().size(), 2u);
  EXPECT_EQ(sink_.copies()[0].to, kSecond);
  EXPECT_EQ(sink_.copies()[1].to, kThird);
  EXPECT_EQ(sink_.copies()[1].error, 0);
  EXPECT_EQ(received(first_), whole_);
  EXPECT_EQ(received(player_), whole_);
  const auto sealed = received(second_), otherwise = received(third_);
  EXPECT_NE(sealed, whole_);
  EXPECT_NE(sealed, otherwise);
  const CallClock clock{ConferenceClock{}};
  PacketIntake intake({Medium::kAudio, rtp::kPayloadPcmu, kSsrc, {}, &clock, &seal_});
  const auto accepted = intake.accept({sealed, monotonic_now(), std::nullopt, false});
  ASSERT_TRUE(accepted);
  EXPECT_TRUE(std::ranges::equal(accepted->packet.payload, body_));
  EXPECT_EQ(intake.accept({otherwise, monotonic_now(), std::nullopt, false}).reason, RejectReason::kBadSeal);
}

TEST_F(FanOut, APacketThatCannotBeSealedIsNotSent) {
  ToySeal broken(0);
  Routes routes;
  routes.add({kFirstRemote, first_.local(), &broken});
  routes.add({kSecond, second_.local(), nullptr});
  sink_.set_routes(routes);
  EXPECT_EQ(sink_.send(packet()), EMSGSIZE);
  ASSERT_EQ(sink_.copies().size(), 1u);
  EXPECT_EQ(sink_.copies()[0].error, 0);
  EXPECT_EQ(received(second_), whole_);
}

TEST_F(FanOut, AStepSaysOfEachRemoteWhatBecameOfThePacket) {
  Routes routes;
  for (const auto& [to, socket] : {std::pair{kFirstRemote, &first_}, {kSecond, &second_}})
    routes.add({to, socket->local(), nullptr});
  sink_.set_routes(routes);
  EventRing events("events", 8);
  PacketSent event;
  event.ssrc = kSsrc;
  event.sent = monotonic_now();
  ASSERT_EQ(sink_.send(packet()), 0);
  push_sent(events, event, sink_);
  std::vector<std::pair<ParticipantId, Timestamp>> said;
  events.take_all([&](const Event& one, ParticipantId to) { said.emplace_back(to, get<PacketSent>(one).sent); });
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[0].first, kFirstRemote);
  EXPECT_EQ(said[1].first, kSecond);
  EXPECT_GE(said[1].second, said[0].second) << "each at its own time";
}

TEST_F(FanOut, RtcpIsSealedToo) {
  std::array<UdpSocket*, 2> sockets{&socket_, &socket_};
  RtcpSocketSink sink(sockets);
  sink.set_route(Medium::kAudio, {kFirstRemote, first_.local(), &seal_});
  std::array<std::uint8_t, 200> bytes;
  rtp::RtcpWriter writer(bytes);
  writer.receiver_report(kSsrc, {});
  ASSERT_TRUE(sink.leads_somewhere(Medium::kAudio));
  sink.send(Medium::kAudio, {bytes.data(), writer.size()});
  const auto sealed = received(first_);
  std::array<std::uint8_t, 200> opened;
  const auto size = seal_.open(rtp::PacketSeal::Kind::kRtcp, sealed, opened);
  ASSERT_EQ(size, writer.size());
  EXPECT_TRUE(std::equal(opened.begin(), opened.begin() + static_cast<std::ptrdiff_t>(*size), bytes.begin()));
  EXPECT_FALSE(seal_.open(rtp::PacketSeal::Kind::kRtp, sealed, opened)) << "another kind has another seal";
}

TEST_F(FanOut, RoutesThatLeadNowhereAreNoRoutes) {
  Routes routes;
  EXPECT_TRUE(routes.add({}));
  EXPECT_TRUE(routes.empty());
  for (std::size_t i = 0; i < kMostRemotes; ++i) EXPECT_TRUE(routes.add({kSecond, first_.local(), nullptr}));
  EXPECT_FALSE(routes.add({kSecond, first_.local(), nullptr}));
  sink_.set_routes(Routes());
  EXPECT_NE(sink_.send(packet()), 0);
  EXPECT_TRUE(sink_.copies().empty());
}

}  // namespace
}  // namespace jitterscope::socket_sink_test
