// Packets written byte by byte, as RFC 3550 §5.1 and RFC 8285 §4.2 draw them.
#include "core/call/steps/packet_intake.h"
#include "core/call/steps/accepted_packet.h"
#include "core/events/words.h"

#include <gtest/gtest.h>

namespace jitterscope::packet_intake_test {
namespace {

using Packet = std::vector<std::uint8_t>;

constexpr std::uint32_t kSsrc = 0x0A0B0C0D;
constexpr Timestamp kReceived = Timestamp::ns(5'000'000'000);

void put16(Packet& packet, std::size_t at, std::uint16_t value) {
  packet[at] = static_cast<std::uint8_t>(value >> 8);
  packet[at + 1] = static_cast<std::uint8_t>(value);
}

/// Version 2, no extension, PCMU, timestamp 0x100, four octets of payload.
Packet plain(std::uint16_t sequence) {
  Packet packet{0x80, 0x00, 0, 0, 0, 0, 0x01, 0x00, 0x0A, 0x0B, 0x0C, 0x0D, 1, 2, 3, 4};
  put16(packet, 2, sequence);
  return packet;
}

/// As plain, with frame `frame`, block 3 and a send time of `sent` ns.
Packet extended(std::uint16_t sequence, std::uint16_t frame, std::uint64_t sent) {
  Packet packet = plain(sequence);
  packet[0] = 0x90;
  Packet extension{0xBE, 0xDE, 0, 4, 0x13, 0, 0, 0, 3, 0x27};
  put16(extension, 5, frame);
  for (int shift = 56; shift >= 0; shift -= 8) extension.push_back(static_cast<std::uint8_t>(sent >> shift));
  extension.resize(4 + 16);
  packet.insert(packet.begin() + 12, extension.begin(), extension.end());
  return packet;
}

IntakeConfig config(std::optional<std::uint32_t> ssrc = kSsrc, bool synchronised = true) {
  IntakeConfig config;
  config.medium = Medium::kAudio;
  config.payload_type = rtp::kPayloadPcmu;
  config.ssrc = ssrc;
  static const CallClock known({Duration::seconds(100), true}), not_agreed({Duration::seconds(100), false});
  config.clock = synchronised ? &known : &not_agreed;
  return config;
}

rtp::Parsed<AcceptedPacket> give(PacketIntake& intake, const Packet& packet) {
  return intake.accept({packet, kReceived, std::nullopt, false});
}

void expect_refused(const rtp::Parsed<AcceptedPacket>& outcome, RejectReason reason) {
  ASSERT_FALSE(outcome);
  EXPECT_EQ(to_string(outcome.reason), to_string(reason));
}

TEST(PacketIntake, MakesAnEventOfAPacket) {
  PacketIntake intake(config());
  Packet packet = plain(7);
  packet[1] |= 0x80;
  const auto accepted = intake.accept({packet, kReceived, kReceived - Duration::us(3), false});
  ASSERT_TRUE(accepted);
  const PacketArrived& event = accepted->event;
  EXPECT_EQ(event.medium, Medium::kAudio);
  EXPECT_EQ(event.ssrc, kSsrc);
  EXPECT_EQ(event.sequence, 7);
  EXPECT_EQ(event.rtp_timestamp, 0x100);
  EXPECT_TRUE(event.marker);
  EXPECT_FALSE(event.duplicate);
  EXPECT_EQ(event.size, 16);
  EXPECT_EQ(event.received, kReceived);
  EXPECT_EQ(event.kernel, kReceived - Duration::us(3));
  EXPECT_EQ(event.received_conference, kReceived + Duration::seconds(100));
  EXPECT_EQ(event.frame, std::nullopt);
  EXPECT_EQ(event.block, std::nullopt);
  EXPECT_EQ(event.sent_conference, std::nullopt);
  EXPECT_FALSE(accepted->restarted);
  EXPECT_EQ(accepted->packet.payload.size(), 4u);
}

/// `packet` with what `change` does to it.
template <typename Change>
Packet with(Packet packet, Change change) {
  change(packet);
  return packet;
}

TEST(PacketIntake, RefusesWhatIsNoPacketOfItsStreamAndSaysWhy) {
  PacketIntake intake(config());
  const auto cut = [](std::size_t size) { return [size](Packet& packet) { packet.resize(size); }; };
  const auto set = [](std::size_t at, std::uint8_t value) { return [=](Packet& packet) { packet[at] = value; }; };
  const std::pair<Packet, RejectReason> refused[] = {
      {{}, RejectReason::kTruncated},
      {with(plain(1), cut(11)), RejectReason::kTruncated},
      {with(extended(1, 0, 0), cut(20)), RejectReason::kTruncated},
      {with(with(plain(1), set(0, 0xA0)), set(15, 5)), RejectReason::kTruncated},  // more padding than there is
      {with(plain(1), set(0, 0x40)), RejectReason::kWrongVersion},
      {with(plain(1), set(11, 0x0C)), RejectReason::kWrongSsrc}};
  for (const auto& [packet, reason] : refused) expect_refused(give(intake, packet), reason);
  expect_refused(intake.accept({plain(1), kReceived, std::nullopt, true}), RejectReason::kTooLarge);
  const auto of_other_type = give(intake, with(plain(0), set(1, 26)));
  ASSERT_TRUE(of_other_type) << "it is of the stream, and cannot be read";
  EXPECT_TRUE(of_other_type->of_other_type);
  EXPECT_TRUE(give(intake, plain(1)));
  for (std::uint16_t i = 0; i < 5; ++i)  // the SSRC that was told stands for good
    expect_refused(give(intake, with(plain(i), set(11, 0x0C))), RejectReason::kWrongSsrc);
}

TEST(PacketIntake, LearnsTheSsrcOfAPlainStream) {
  PacketIntake intake(config(std::nullopt, false));
  EXPECT_EQ(intake.ssrc(), std::nullopt);
  Packet wrong_type = plain(1);
  wrong_type[1] = 26;
  expect_refused(give(intake, wrong_type), RejectReason::kWrongPayloadType);
  EXPECT_EQ(intake.ssrc(), std::nullopt) << "a refused packet decides nothing";
  EXPECT_TRUE(give(intake, plain(1)));
  EXPECT_EQ(intake.ssrc(), kSsrc);
  Packet other = plain(2);
  other[8] ^= 1;
  expect_refused(give(intake, other), RejectReason::kWrongSsrc);
}

Packet of_other(std::uint16_t sequence) {
  Packet packet = plain(sequence);
  packet[8] ^= 1;
  return packet;
}
constexpr std::uint32_t kOtherSsrc = kSsrc ^ 0x01000000;

TEST(PacketIntake, OneStrayPacketKeepsNoPlainStreamOut) {
  PacketIntake intake(config(std::nullopt, false));
  EXPECT_TRUE(give(intake, of_other(7)));
  expect_refused(give(intake, plain(100)), RejectReason::kWrongSsrc);
  const auto second = give(intake, plain(101));
  ASSERT_TRUE(second) << "two packets in a row are a stream";
  EXPECT_TRUE(second->restarted);
  EXPECT_EQ(second->event.ssrc, kSsrc);
  EXPECT_EQ(intake.ssrc(), kSsrc);
  EXPECT_TRUE(give(intake, plain(102)));
  expect_refused(give(intake, of_other(8)), RejectReason::kWrongSsrc);
}

TEST(PacketIntake, AStreamThatFlowsIsNotTakenOver) {
  PacketIntake intake(config(std::nullopt, false));
  for (std::uint16_t i = 0; i < 50; ++i) {
    EXPECT_TRUE(give(intake, plain(i)));
    expect_refused(give(intake, of_other(i)), RejectReason::kWrongSsrc);
  }
}

TEST(PacketIntake, APlainSenderThatBeganAnewIsTakenWhenTheFirstIsSilent) {
  PacketIntake intake(config(std::nullopt, false));
  const auto at = [&](const Packet& packet, double seconds) {
    return intake.accept(
        {packet, kReceived + Duration::ms(static_cast<std::int64_t>(seconds * 1000)), std::nullopt, false});
  };
  for (std::uint16_t i = 0; i < 50; ++i) EXPECT_TRUE(at(plain(i), i * 0.02));
  expect_refused(at(of_other(900), 1.5), RejectReason::kWrongSsrc);
  expect_refused(at(of_other(901), 1.6), RejectReason::kWrongSsrc);
  expect_refused(at(of_other(950), 4), RejectReason::kWrongSsrc);
  const auto anew = at(of_other(951), 4.02);
  ASSERT_TRUE(anew);
  EXPECT_TRUE(anew->restarted);
  EXPECT_EQ(anew->event.ssrc, kOtherSsrc);
  EXPECT_GT(anew->event.sequence, 50) << "numbers go on upwards";
}

TEST(PacketIntake, ReadsTheExtension) {
  PacketIntake intake(config());
  const auto accepted = give(intake, extended(1, 9, 104'000'000'000));
  ASSERT_TRUE(accepted);
  EXPECT_EQ(accepted->event.frame, 9);
  EXPECT_EQ(accepted->event.block, 3);
  EXPECT_EQ(accepted->event.sent_conference, Timestamp::ns(104'000'000'000));
  EXPECT_EQ(accepted->event.size, 36);
  EXPECT_EQ(accepted->packet.payload.size(), 4u);
}

TEST(PacketIntake, SendTimesNeedOneClock) {
  PacketIntake intake(config(kSsrc, false));
  const auto accepted = give(intake, extended(1, 9, 104'000'000'000));
  ASSERT_TRUE(accepted);
  EXPECT_EQ(accepted->event.frame, 9);
  EXPECT_EQ(accepted->event.sent_conference, std::nullopt);
}

TEST(PacketIntake, AbsurdSendTimesAreNone) {
  PacketIntake intake(config());
  std::uint16_t sequence = 1;
  for (const std::uint64_t sent : {std::uint64_t{0x8000000000000000}, std::uint64_t{0x7FFFFFFFFFFFFFFF},
                                   std::uint64_t{105'000'000'000} + 3'600'000'000'000}) {
    const auto accepted = give(intake, extended(sequence++, 9, sent));
    ASSERT_TRUE(accepted);
    EXPECT_EQ(accepted->event.sent_conference, std::nullopt) << sent;
  }
  // A little ahead is a clock's error, not nonsense.
  EXPECT_TRUE(give(intake, extended(sequence, 9, 105'000'000'001))->event.sent_conference);
}

TEST(PacketIntake, ExtendsOverWrapArounds) {
  PacketIntake intake(config());
  Packet before = extended(65535, 65535, 0), after = extended(0, 0, 0);
  for (std::size_t at = 4; at < 8; ++at) before[at] = 0xFF, after[at] = 0;
  const auto last = give(intake, before), next = give(intake, after);
  ASSERT_TRUE(last && next);
  EXPECT_EQ(last->event.sequence, 65535);
  EXPECT_EQ(next->event.sequence, 65536);
  EXPECT_EQ(next->event.frame, 65536);
  EXPECT_EQ(next->event.rtp_timestamp, 0x100000000);
}

TEST(PacketIntake, MarksDuplicatesButNotWhatIsReordered) {
  PacketIntake intake(config());
  EXPECT_TRUE(give(intake, plain(110)));
  EXPECT_FALSE(give(intake, plain(10))->event.duplicate);
  EXPECT_FALSE(give(intake, plain(11))->event.duplicate);
  EXPECT_TRUE(give(intake, plain(10))->event.duplicate);
  EXPECT_TRUE(give(intake, plain(11))->event.duplicate);
  EXPECT_EQ(give(intake, plain(12))->event.sequence, 12);
}

TEST(PacketIntake, AJumpIsBelievedWhenTwoPacketsAgree) {
  PacketIntake intake(config());
  EXPECT_TRUE(give(intake, plain(100)));
  EXPECT_TRUE(give(intake, plain(3100))) << "3000 ahead is a loss";
  expect_refused(give(intake, plain(6101)), RejectReason::kSequenceJump);
  expect_refused(give(intake, plain(2500)), RejectReason::kSequenceJump);
  expect_refused(give(intake, plain(8000)), RejectReason::kSequenceJump);
  EXPECT_TRUE(give(intake, plain(3101))) << "the stream itself goes on";
  expect_refused(give(intake, plain(8000)), RejectReason::kSequenceJump);
  const auto confirmed = give(intake, plain(8001));
  ASSERT_TRUE(confirmed);
  EXPECT_TRUE(confirmed->restarted);
  EXPECT_EQ(confirmed->event.sequence, 8001);
  EXPECT_FALSE(give(intake, plain(8002))->restarted);
}

/// A link's long queue let go at once, beside packets that take the way without it: the same stream, in two places.
TEST(PacketIntake, WhatWasLongUnderWayIsLateAndNoOtherStream) {
  PacketIntake intake(config());
  const auto take = [&](int sequence) -> std::optional<std::int64_t> {
    const auto number = static_cast<std::uint16_t>(sequence);
    const auto accepted = give(intake, extended(number, number, static_cast<std::uint64_t>(sequence) * 20'000'000));
    return accepted ? std::optional(accepted->event.sequence) : std::nullopt;
  };
  for (int sequence = 40'000; sequence < 40'050; ++sequence) EXPECT_EQ(take(sequence), sequence);
  int ahead = 60'000;
  EXPECT_EQ(take(ahead++), std::nullopt);  // a jump
  EXPECT_EQ(take(ahead++), 60'001);
  for (int old = 40'050; old < 60'000; ++old) {
    EXPECT_EQ(take(old), old);
    if (old % 10 > 0) continue;
    EXPECT_EQ(take(ahead), ahead);
    ++ahead;
  }
}

/// A sender without our extensions, 50 packets a second.
class PlainSender {
 public:
  rtp::Parsed<AcceptedPacket> take(int sequence, std::uint8_t payload_type = 0) {
    Packet packet = plain(static_cast<std::uint16_t>(sequence));
    packet[1] = payload_type;
    put16(packet, 6, static_cast<std::uint16_t>(sequence * 160));
    return intake.accept({packet, at += Duration::ms(20), std::nullopt, false});
  }
  PacketIntake intake{config(std::nullopt, false)};
  Timestamp at = kReceived;
};

TEST(PacketIntake, APlainSenderThatBeginsAnewHasANewRunWithoutAGap) {
  PlainSender sender;
  for (int sequence = 0; sequence < 300; ++sequence) ASSERT_TRUE(sender.take(sequence));
  expect_refused(sender.take(0), RejectReason::kSequenceJump);
  expect_refused(sender.take(1), RejectReason::kSequenceJump);
  const auto anew = sender.take(2);
  ASSERT_TRUE(anew);
  EXPECT_TRUE(anew->restarted);
  EXPECT_TRUE(anew->begins_run);
  EXPECT_EQ(anew->event.sequence, 300);
  EXPECT_EQ(anew->event.run_offset, 298) << "added to the sender's 2";
  EXPECT_EQ(anew->event.rtp_timestamp, 2 * 160) << "as on the wire";
  EXPECT_FALSE(anew->event.duplicate);
  EXPECT_EQ(sender.take(4)->event.sequence, 302);
  expect_refused(sender.take(1), RejectReason::kSequenceJump);
}

TEST(PacketIntake, APlainSenderIsTakenWhoseNumbersWereAnothersWhenThatOneIsSilent) {
  PlainSender sender;
  for (int i = 0; i < 20; ++i) sender.take(100 + i);
  for (int i = 0; i < 3; ++i) sender.take(5000 + i);
  for (int i = 0; i < 3; ++i) sender.take(120 + i);
  EXPECT_TRUE(sender.take(123)) << "the first sender goes on";
  EXPECT_FALSE(sender.take(5003));
  sender.at += Duration::seconds(3);
  int taken = 0;
  for (int i = 0; i < 10; ++i) taken += bool(sender.take(5150 + i));
  EXPECT_EQ(taken, 8) << "all but the two that were held";
}

TEST(PacketIntake, PacketsOfOtherTypesOfAPlainStreamCountAndAreNotDecoded) {
  PlainSender sender;
  expect_refused(sender.take(6, 13), RejectReason::kWrongPayloadType);
  ASSERT_TRUE(sender.take(7));
  const auto noise = sender.take(8, 13);
  ASSERT_TRUE(noise);
  EXPECT_TRUE(noise->of_other_type);
  EXPECT_TRUE(noise->event.untimed);
  EXPECT_EQ(noise->event.payload_type, 13);
  EXPECT_EQ(noise->event.sequence, 8);
  EXPECT_FALSE(sender.take(9)->event.untimed);
}

/// Whoever counts by extended numbers must never see them run backwards.
TEST(PacketIntake, AfterARestartNumbersGoOnUpwards) {
  PacketIntake intake(config());
  EXPECT_TRUE(give(intake, plain(65000)));
  EXPECT_EQ(give(intake, plain(2000))->event.sequence, 67536);
  expect_refused(give(intake, plain(500)), RejectReason::kSequenceJump);
  const auto restarted = give(intake, plain(501));
  ASSERT_TRUE(restarted);
  EXPECT_TRUE(restarted->restarted);
  EXPECT_EQ(restarted->event.sequence, 2 * 65536 + 501);
  EXPECT_EQ(give(intake, plain(502))->event.sequence, 2 * 65536 + 502);
  EXPECT_TRUE(give(intake, plain(501))->event.duplicate);
}

}  // namespace
}  // namespace jitterscope::packet_intake_test
