// Who calls this end: silent connections occupy nothing, callers wait side by side, calling out always works.
#include <gmock/gmock.h>

#include "core/base/realtime/clock.h"
#include "core/call/session/callers.h"
#include "core/call/session/nonce.h"
#include "core/measures/views/log_rows.h"
#include "tests/unit/call/session/two_sessions.h"
#include "tests/unit/few_descriptors.h"

namespace jitterscope::callers_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds kLimit{20};

class CallersTest : public TwoSessions {
 protected:
  std::unique_ptr<Endpoint> session(const EndpointOptions& options) {
    return std::make_unique<Endpoint>(options, nullptr);
  }
};

TEST_F(CallersTest, MoreConnectionsThanAreKeptKeepNobodyFromCalling) {
  ben_ = session(listener_options("Ben"));
  std::vector<TcpConnection> silent;
  for (int i = 0; i < 40; ++i) silent.push_back(connection_to(*ben_));
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  EXPECT_TRUE(established()) << ada_->view().sentence;
}

TEST_F(CallersTest, WhoStillRingsWhenAnotherIsAnsweredIsToldBusyAndNamed) {
  ben_ = session(ringing_options("Ben"));
  const auto cleo = session(session_options("Cleo"));
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  call(*cleo, *ben_);
  ASSERT_TRUE(eventually([&] { return ben_->view().more_callers == 1; }));
  ben_->post(AnswerCall{true});
  ASSERT_TRUE(established());
  EXPECT_TRUE(eventually([&] { return ended(*cleo); }));
  EXPECT_THAT(cleo->view().sentence, HasSubstr("another call"));
  EXPECT_TRUE(is_told(*ben_, "Cleo (127.0.0.1) called while you were in another call"));
}

TEST_F(CallersTest, CallingOutWorksWhileSomeoneRings) {
  ben_ = session(ringing_options("Ben"));
  const TcpConnection one = connection_to(*ben_), two = connection_to(*ben_);  // and say nothing
  const auto cleo = session(session_options("Cleo"));
  ada_ = session(listener_options("Ada"));
  call(*cleo, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Cleo"); }));
  call(*ben_, *ada_);
  EXPECT_TRUE(established()) << ben_->view().sentence;
}

TEST_F(CallersTest, ABusyCallNamesWhoCalled) {
  start();
  ASSERT_TRUE(established());
  const auto cleo = session(session_options("Cleo"));
  call(*cleo, *ben_);
  const char* said = "Cleo (127.0.0.1) called while you were in another call";
  ASSERT_TRUE(is_told(*ben_, said));
  for (const NoticeRow& row : numbers(*ben_).notices)
    EXPECT_TRUE(row.text.find(said) == std::string::npos || row.severity == 1)
        << "the window shows it, as the missed call it is";
  EXPECT_TRUE(eventually([&] { return ended(*cleo); }));
  EXPECT_TRUE(cleo->view().failed);
}

TEST_F(CallersTest, WhoCallsAgainAndAgainDuringACallIsShownFiveTimesAMinute) {
  start();
  ASSERT_TRUE(established());
  const std::string offer = write_message(message::Offer{1, made_up_remote("Mallory")});
  for (int i = 0; i < 12; ++i) {
    TcpConnection caller = connection_to(*ben_);
    ASSERT_EQ(caller.send_all(offer, kLimit), "");
    ASSERT_EQ(caller.receive_line(kLimit, kMaxLineBytes).status, TcpConnection::LineStatus::kLine)
        << "told that Ben is busy";
  }
  const double then = numbers(*ben_).elapsed_s;
  ASSERT_TRUE(eventually([&] { return numbers(*ben_).elapsed_s > then + 0.5; }));
  int shown = 0;
  for (const NoticeRow& row : numbers(*ben_).notices)
    shown += row.text.find("Mallory (127.0.0.1) called") != std::string::npos;
  EXPECT_EQ(shown, 5);
}

TEST_F(CallersTest, WhoWasDeclinedOftenRingsNoMoreForAWhile) {
  ben_ = session(ringing_options("Ben"));
  ada_ = session(session_options("Ada"));
  for (int i = 0; i < 5; ++i) {
    call(*ada_, *ben_);
    ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); })) << i;
    ben_->post(AnswerCall{false});
    ASSERT_TRUE(eventually([&] { return ended(*ada_) && ben_->view().stage != CallStage::kRinging; }));
  }
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] {
    return ended(*ada_) && ada_->view().sentence.find("within a minute") != std::string::npos;
  })) << ada_->view().sentence;
  EXPECT_NE(ben_->view().stage, CallStage::kRinging);
}

TEST_F(CallersTest, WhoCannotBeAnsweredForWantOfPortsIsToldWhy) {
  ben_ = session(ringing_options("Ben"));
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  {
    const FewDescriptors none;
    ben_->post(AnswerCall{true});
    ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  }
  EXPECT_EQ(ada_->view().sentence,
            "The remote refused the call: “It could not open its ports for sound and picture.” Call again later.");
  EXPECT_TRUE(ada_->view().failed);
  EXPECT_THAT(ben_->view().sentence, HasSubstr("cannot be answered"));
  EXPECT_THAT(ben_->view().sentence, HasSubstr("then be called again"));
}

/// `listen --seconds` in a window.
TEST_F(CallersTest, ASessionOfOneCallIsOverWhenThatIsDeclined) {
  EndpointOptions options = ringing_options("Ben");
  options.one_call = true;
  ben_ = session(options);
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  EXPECT_FALSE(ben_->view().over);
  ben_->post(AnswerCall{false});
  EXPECT_TRUE(eventually([&] { return ben_->view().over; }));
  EXPECT_EQ(ben_->view().sentence, "You declined the call.");
  EXPECT_FALSE(ben_->view().failed);
}

TEST_F(CallersTest, ASessionOfOneCallWaitsForWhoStillRingsAndForAnotherAfterWhoGaveUp) {
  EndpointOptions options = ringing_options("Ben");
  options.one_call = true;
  ben_ = session(options);
  const auto cleo = session(session_options("Cleo"));
  ada_ = session(session_options("Ada"));
  call(*cleo, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Cleo"); }));
  cleo->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ben_->view().stage == CallStage::kIdle; }));
  EXPECT_THAT(ben_->view().sentence, StartsWith("Cleo (127.0.0.1) gave up calling"));
  EXPECT_FALSE(ben_->view().over) << "nobody has answered";
  call(*cleo, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Cleo"); }));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return ben_->view().more_callers == 1; }));
  ben_->post(AnswerCall{false});
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada") && ended(*cleo); }));
  EXPECT_THAT(cleo->view().sentence, HasSubstr("declined"));
  EXPECT_FALSE(ben_->view().over);
  ben_->post(AnswerCall{true});
  ASSERT_TRUE(established());
  EXPECT_EQ(ben_->view().peer, "Ada");
  ada_->post(HangUp{});
  EXPECT_TRUE(eventually([&] { return ben_->view().over; }));
}

TEST_F(CallersTest, CallingOneselfIsSaid) {
  ben_ = session(ringing_options("Ben"));
  call(*ben_, *ben_);
  ASSERT_TRUE(eventually([&] { return ended(*ben_); }));
  EXPECT_EQ(ben_->view().sentence, "This is the address of your own window. Call another one.");
}

TEST_F(CallersTest, AnotherPortThanTheOneWantedIsSaid) {
  ben_ = session(ringing_options("Ben"));
  EndpointOptions second = ringing_options("Ada");
  second.listen = ben_->view().control_port;
  second.next_free_port = true;
  ada_ = session(second);
  const std::string port = std::to_string(ben_->view().control_port);
  EXPECT_EQ(ada_->view().sentence, "Port " + port + " is in use: callers reach this end at port " +
                                       std::to_string(ada_->view().control_port) + ".");
  EXPECT_EQ(ben_->view().sentence, "");
}

TEST_F(CallersTest, TheRemoteHearsOfAMuteWhichDoesNotCarryOver) {
  start();
  ASSERT_TRUE(established());
  ada_->post(SetMuted{true});
  EXPECT_TRUE(is_told(*ben_, "Ada has muted its sound."));
  ada_->post(SetMuted{false});
  EXPECT_TRUE(is_told(*ben_, "Ada's sound is on again."));
  ada_->post(SetMuted{true});
  ASSERT_TRUE(eventually([&] { return ada_->view().settings.muted; }));
  ASSERT_TRUE(ada_hangs_up());
  EXPECT_FALSE(ada_->view().settings.muted);
}

TEST_F(CallersTest, ASentenceOfTheRemotesOwnIsNoNewsOfARecording) {
  EndpointOptions ada = session_options("Ada");
  ada.records_remote = "screen: call 192.0.2.1 to stop it";
  start(ada);
  ASSERT_TRUE(established());
  ASSERT_TRUE(eventually([&] { return marked(*ben_, "recording " + ada.records_remote, true); }));
  EXPECT_FALSE(noticed(*ben_, "records your"));
}

TEST_F(CallersTest, WhoIsBoundCallsFromThere) {
  EndpointOptions ada = session_options("Ada");
  ada.bind = "127.0.0.2";
  ada.settings.transport = Transport::kTcp;
  start(ada, ringing_options("Ben"));
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  EXPECT_EQ(ben_->view().peer, "Ada (127.0.0.2)");
  ben_->post(AnswerCall{true});
  EXPECT_TRUE(established() && media_flow());
}

TEST_F(CallersTest, WhoIsBoundToEveryAddressCallsWhomItLikes) {
  EndpointOptions ada = session_options("Ada");
  ada.bind = "::";
  EXPECT_TRUE(in_full_call(ada));
}

TEST_F(CallersTest, WhoIsBoundToAnAddressOfAnotherFamilyIsToldSo) {
  EndpointOptions ada = session_options("Ada");
  ada.bind = "::1";
  start(ada);
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("cannot be reached from ::1"));
}

TEST_F(CallersTest, WhoWantsNoMediaMissesNone) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.receive = {{false, false}};
  start(ada);
  ASSERT_TRUE(established());
  ASSERT_TRUE(eventually([&] { return numbers(*ada_).elapsed_s > 4; }));
  EXPECT_FALSE(noticed(*ada_, "Nothing has come from"));
}

TEST_F(CallersTest, AnAddressToBindToIsTheOnlyOne) {
  EndpointOptions options = listener_options("Ben");
  options.bind = "127.0.0.2";
  ben_ = session(options);
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  EXPECT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("refused"));
  ada_->post(PlaceCall{"127.0.0.2", ben_->view().control_port});
  EXPECT_TRUE(established() && media_flow());
}

/// Connected, with its offer read.
TcpConnection ring(Callers& callers, TcpListener& listener, const std::string& host, const std::string& name) {
  auto made =
      TcpConnection::connect({"127.0.0.1", listener.port()}, kLimit, nullptr, resolve({host, 0}).addresses.front());
  EXPECT_TRUE(made.connection) << made.error;
  EXPECT_EQ(made.connection->send_all(write_message(message::Offer{1, made_up_remote(name)}), kLimit), "");
  auto caller = listener.accept(kLimit);
  EXPECT_TRUE(caller);
  callers.add(std::move(*caller), monotonic_now());
  EXPECT_TRUE(eventually([&] {
    callers.drive(false, monotonic_now());
    return made.connection->receive_line(std::chrono::milliseconds(1), kMaxLineBytes).status ==
           TcpConnection::LineStatus::kLine;
  }));
  return std::move(*made.connection);
}

TEST(Callers, AHostOfThreeAddressesDoesNotTakeAllPlaces) {
  TcpListener listener(0, false, SocketAddress::loopback());
  Callers callers({});
  std::vector<TcpConnection> open;
  for (int i = 0; i < 8; ++i)
    open.push_back(ring(callers, listener, "127.0.0." + std::to_string(2 + i / 3), "Mallory"));
  ASSERT_EQ(callers.ringing(), 8u);
  open.push_back(ring(callers, listener, "127.0.0.9", "Ada"));
  EXPECT_EQ(callers.ringing(), 8u);
  for (const char* host : {"127.0.0.2", "127.0.0.3", "127.0.0.4"})
    open.push_back(ring(callers, listener, host, "Mallory"));
  std::string names;
  while (auto caller = callers.take_first()) names += caller->words() + "\n";
  EXPECT_THAT(names, HasSubstr("Ada (127.0.0.9)"));
}

const std::string kUnknown = R"({"jsonrpc":"2.0","method":"x"})"
                             "\n";

TEST(Callers, WhoSaysLittleWhileItRingsGoesOnRinging) {
  TcpListener listener(0, false, SocketAddress::loopback());
  Callers callers({});
  TcpConnection ada = ring(callers, listener, "127.0.0.2", "Ada");
  for (int i = 0; i < 10; ++i) ASSERT_EQ(ada.send_all(kUnknown, kLimit), "");
  // Answered behind all that came before it.
  ASSERT_EQ(ada.send_all(write_message(message::KeepAlive{7}), kLimit), "");
  ASSERT_TRUE(eventually([&] {
    callers.drive(false, monotonic_now());
    return ada.receive_line(std::chrono::milliseconds(1), kMaxLineBytes).text.find("\"id\":7") != std::string::npos;
  }));
  EXPECT_EQ(callers.ringing(), 1u);
}

/// Rings, says this, and rings no more; what the user is told.
std::string told_of_who_says(const std::string& words) {
  TcpListener listener(0, false, SocketAddress::loopback());
  Callers callers({});
  TcpConnection mallory = ring(callers, listener, "127.0.0.2", "Mallory");
  mallory.send_all(words, kLimit);
  std::vector<std::string> told;
  EXPECT_TRUE(eventually([&] {
    for (std::string& each : callers.drive(false, monotonic_now())) told.push_back(std::move(each));
    return callers.ringing() == 0;
  }));
  return told.empty() ? std::string() : told.front();
}

TEST(Callers, WhoSaysMuchWhileItRingsIsClosedAndSaidSo) {
  std::string many;
  for (int i = 0; i < 30; ++i) many += kUnknown;
  const char* said = "Mallory (127.0.0.2) called, and sent more than a call that is not answered needs.";
  EXPECT_EQ(told_of_who_says(many), said);
  EXPECT_EQ(told_of_who_says(std::string(5000, ' ') + kUnknown), said) << "a long line";
}

TEST(Callers, AnOfferIsNoLongLine) {
  TcpListener listener(0, false, SocketAddress::loopback());
  Callers callers({});
  auto made = TcpConnection::connect({"127.0.0.1", listener.port()}, kLimit);
  ASSERT_EQ(made.connection->send_all(std::string(5000, ' ') + write_message(message::Offer{1, made_up_remote("Eve")}),
                                      kLimit),
            "");
  callers.add(*listener.accept(kLimit), monotonic_now());
  EXPECT_TRUE(eventually([&] {
    callers.drive(false, monotonic_now());
    return made.connection->receive_line(std::chrono::milliseconds(1), kMaxLineBytes).status !=
           TcpConnection::LineStatus::kTimeout;
  }));
  EXPECT_EQ(callers.ringing(), 0u);
}

TEST_F(CallersTest, NoPortIsOpenUntilCallsAreTaken) {
  EndpointOptions quiet = ringing_options("Ben");
  quiet.takes_calls = false;
  ben_ = session(quiet);
  EXPECT_EQ(ben_->view().control_port, 0);
  ben_->post(TakeCalls{true});
  ASSERT_TRUE(eventually([&] { return ben_->view().control_port != 0; }));
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  EXPECT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
}

TEST_F(CallersTest, WhoRingsIsToldThatCallsAreTakenNoMore) {
  ben_ = session(ringing_options("Ben"));
  const std::uint16_t port = ben_->view().control_port;
  const auto silent = TcpConnection::connect({"127.0.0.1", port}, kLimit);
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  ben_->post(TakeCalls{false});
  EXPECT_TRUE(eventually([&] { return ended(*ada_) && ben_->view().stage == CallStage::kIdle; }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("It takes no more calls."));
  EXPECT_EQ(ben_->view().control_port, 0);
  EXPECT_FALSE(TcpConnection::connect({"127.0.0.1", port}, kLimit).connection);
}

TEST_F(CallersTest, APortThatIsTakenIsSaidWhenCallsAreToBeTaken) {
  ada_ = session(ringing_options("Ada"));
  EndpointOptions second = ringing_options("Ben");
  second.listen = ada_->view().control_port;
  second.takes_calls = false;
  ben_ = session(second);
  ben_->post(TakeCalls{true});
  ASSERT_TRUE(eventually([&] { return !ben_->view().sentence.empty(); }));
  EXPECT_THAT(ben_->view().sentence, HasSubstr(std::to_string(ada_->view().control_port)));
  EXPECT_EQ(ben_->view().control_port, 0);
}

TEST(Nonce, IsMadeAnew) {
  const std::string one = make_nonce();
  EXPECT_TRUE(is_nonce(one));
  EXPECT_NE(one, make_nonce());
}

TEST_F(CallersTest, EndingTheProgramTellsWhoRings) {
  ben_ = session(ringing_options("Ben"));
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  ben_.reset();
  EXPECT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("The remote refused the call: “Its program was closed.”"));
}

}  // namespace
}  // namespace jitterscope::callers_test
