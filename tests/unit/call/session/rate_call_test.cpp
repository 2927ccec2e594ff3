// Rate control in whole calls: two sessions in one process, real sockets on loopback.
#include <gmock/gmock.h>

#include <stdexcept>

#include "core/measures/views/log_rows.h"
#include "core/measures/views/rate_view.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::rate_call_test {
namespace {

using testing::HasSubstr;

RateControlSetting control(const std::string& words) {
  std::string error;
  const auto setting = RateControlSetting::parse(words, error);
  EXPECT_TRUE(setting) << error;
  return setting.value_or(RateControlSetting{});
}

class RateCallTest : public TwoSessions {
 protected:
  static bool decided(const Endpoint& session, double kbps) {
    const auto rate = numbers(session).rate_sent;
    return rate && rate->target_kbps == kbps;
  }
  static bool reported(const std::shared_ptr<const RateView>& rate) { return rate && rate->report_age_s.has_value(); }
  void expect_no_sound_lost() {
    ASSERT_TRUE(ada_hangs_up());
    EXPECT_EQ(numbers(*ada_).received(Medium::kAudio).figures.lost, 0);
    EXPECT_EQ(numbers(*ben_).received(Medium::kAudio).figures.lost, 0);
    EXPECT_EQ(sent(*ada_, Medium::kAudio), received(*ben_, Medium::kAudio));
  }
};

TEST_F(RateCallTest, EachEndListensToTheSoundAndTellsTheOther) {
  start();
  ASSERT_TRUE(established());
  for (const Endpoint* end : {ada_.get(), ben_.get()}) {
    EXPECT_TRUE(eventually([&] { return reported(numbers(*end).rate_received); })) << "what is measured here";
    EXPECT_TRUE(eventually([&] { return reported(numbers(*end).rate_sent); })) << "what the remote tells";
  }
  expect_no_sound_lost();
}

TEST_F(RateCallTest, AControllerBeginsWithTheCall) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.rate_control = control("fixed:150kbit");
  ASSERT_TRUE(in_full_call(ada));
  EXPECT_TRUE(eventually([&] { return decided(*ada_, 150); }));
  EXPECT_EQ(numbers(*ada_).rate_sent->controller, "fixed");
  EXPECT_EQ(numbers(*ada_).rate_sent->omitted_break, 0) << "it never makes one";
  EXPECT_FALSE(numbers(*ben_).rate_sent && numbers(*ben_).rate_sent->target_kbps) << "Ben's picture is his own affair";
  expect_no_sound_lost();
}

TEST_F(RateCallTest, ControlIsSwitchedOnAndOffAndChangedInACall) {
  ASSERT_TRUE(in_full_call());
  ada_->post(SetRateControl{control("fixed:200kbit")});
  EXPECT_TRUE(eventually([&] { return decided(*ada_, 200); }));
  ada_->post(SetRateControl{control("fixed:100kbit,max=1mbit")});
  EXPECT_TRUE(eventually([&] { return decided(*ada_, 100); }));
  ada_->post(SetRateControl{control("two-stream,max=300kbit")});
  EXPECT_TRUE(
      eventually([&] { return numbers(*ada_).rate_sent && numbers(*ada_).rate_sent->controller == "two-stream"; }));
  ada_->post(SetRateControl{control("latecki04,max=300kbit")});
  EXPECT_TRUE(eventually([&] {
    const auto rate = numbers(*ada_).rate_sent;
    return rate && rate->controller == "latecki04" && rate->target_kbps;
  })) << "the paper's own";
  ada_->post(SetRateControl{});
  EXPECT_TRUE(eventually([&] { return !ada_->view().settings.rate_control.on(); }));
  EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
  expect_no_sound_lost();
}

TEST_F(RateCallTest, ThresholdsReachTheEndThatJudgesByThem) {
  ASSERT_TRUE(in_full_call());
  ada_->post(SetRateControl{control("off,low=0.1,epsilon=40ms")});
  EXPECT_TRUE(eventually([&] {
    const auto rate = numbers(*ben_).rate_received;
    return rate && rate->epsilon_ms && *rate->epsilon_ms >= 40;
  })) << "Ben judges Ada's sound as she wishes";
  EXPECT_TRUE(eventually([&] {
    const auto rate = numbers(*ada_).rate_sent;
    return rate && rate->epsilon_ms && *rate->epsilon_ms >= 40;
  })) << "and his reports say so";
}

TEST_F(RateCallTest, WhatCannotBeIsSaidAndNothingChanges) {
  start();
  ASSERT_TRUE(established());
  ada_->post(SetRateControl{control("no-such")});
  EXPECT_TRUE(eventually([&] { return ada_->view().sentence.find("no-such") != std::string::npos; }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("two-stream"));
  ada_->post(SetRateControl{control("replay:missing.csv")});
  EXPECT_TRUE(eventually([&] { return ada_->view().sentence.find("missing.csv") != std::string::npos; }));
  EXPECT_FALSE(ada_->view().settings.rate_control.on());
  EndpointOptions late = session_options("Cem");
  late.settings.rate_control = control("fixed:fast");
  EXPECT_THROW(Endpoint(late, nullptr), std::runtime_error) << "before any call";
}

TEST_F(RateCallTest, ThePictureChangesItsTransportAndTheSoundGoesOn) {
  ASSERT_TRUE(in_full_call());
  for (const Transport transport : {Transport::kTcp, Transport::kUdp, Transport::kTcp}) {
    ada_->post(SetTransport{transport});
    EXPECT_TRUE(eventually([&] { return ada_->view().settings.transport == transport; }));
    EXPECT_TRUE(eventually([&] { return marked(*ben_, "transport " + std::string(to_string(transport)), true); }));
    EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
    EXPECT_TRUE(more_comes(*ada_, Medium::kVideo)) << "the other direction is as it was";
  }
  for (const Transport transport : {Transport::kUdp, Transport::kTcp, Transport::kUdp, Transport::kTcp})
    ada_->post(SetTransport{transport});  // in quick succession
  ada_->post(PlaceMarker{"changed"});
  EXPECT_TRUE(eventually([&] { return marked(*ada_, "changed", false); }));
  EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).rate_sent->transport == Transport::kTcp; }));
  expect_no_sound_lost();
}

TEST_F(RateCallTest, WithoutSoundThePictureGoesUntilThereIsSome) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.rate_control = control("two-stream,max=300kbit");
  const AudioSourceSetting sound = ada.settings.audio;
  ada.settings.audio = *AudioSourceSetting::parse("none");
  start(ada);
  ASSERT_TRUE(established());
  EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
  EXPECT_TRUE(is_told(*ada_, "delays of your sound"));
  EXPECT_FALSE(numbers(*ada_).rate_sent && numbers(*ada_).rate_sent->target_kbps);
  ada_->post(SetAudio{sound});
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).rate_sent && numbers(*ada_).rate_sent->target_kbps; }));
  ada_->post(SetAudio{*AudioSourceSetting::parse("none")});
  EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
}

TEST_F(RateCallTest, ARemoteThatHearsTheSoundAndDoesNotAgainAndAgainIsSaidOnce) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.rate_control = control("two-stream,max=300kbit");
  ASSERT_TRUE(in_full_call(ada));
  for (int i = 0; i < 3; ++i) {
    ben_->post(SetReception{Medium::kAudio, false});
    ASSERT_TRUE(stops(*ben_, *ada_, Medium::kAudio));
    ben_->post(SetReception{Medium::kAudio, true});
    ASSERT_TRUE(more_comes(*ben_, Medium::kAudio));
  }
  ada_->post(PlaceMarker{"all"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "all", false); }));
  for (const char* words : {"delays of your sound", "rate control begins"}) {
    int said = 0;
    for (const NoticeRow& row : numbers(*ada_).notices) said += row.text.find(words) != std::string::npos;
    EXPECT_EQ(said, 1) << words;
  }
}

TEST_F(RateCallTest, PlainRtpGoesByUdpAndHasNoReports) {
  EndpointOptions options = session_options("Ada");
  options.settings.transport = Transport::kTcp;
  options.settings.rate_control = control("two-stream");
  ada_ = std::make_unique<Endpoint>(options, nullptr);
  ada_->post(UsePlainRtp{"127.0.0.1", 45'678});
  ASSERT_TRUE(eventually([&] { return in_call(*ada_); }));
  EXPECT_EQ(ada_->view().settings.transport, Transport::kUdp);
  EXPECT_FALSE(ada_->view().settings.rate_control.on());
  EXPECT_TRUE(
      eventually([&] { return noticed(*ada_, "plain RTP goes by UDP") && noticed(*ada_, "two-stream needs"); }));
  EXPECT_TRUE(eventually([&] { return sent(*ada_, Medium::kVideo) > 10; })) << "as the user set it";
  ada_->post(SetRateControl{control("two-stream")});
  ada_->post(SetRateControl{control("fixed:100kbit")});
  EXPECT_TRUE(eventually([&] { return decided(*ada_, 100); }));
}

TEST_F(RateCallTest, ACallMayBeginOverTcpBothWays) {
  EndpointOptions ada = session_options("Ada"), ben = listener_options("Ben");
  ada.settings.transport = ben.settings.transport = Transport::kTcp;
  start(ada, ben);
  ASSERT_TRUE(established() && media_flow());
  expect_no_sound_lost();
}

}  // namespace
}  // namespace jitterscope::rate_call_test
