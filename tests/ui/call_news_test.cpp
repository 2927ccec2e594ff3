// What the window says of a call's own course: whom it waits for, who is not heard, that it is over.
#include "core/measures/views/peer_view.h"
#include "core/measures/views/rate_view.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/video_view.h"

namespace jitterscope::call_news_test {
namespace {

class CallNews : public WindowFixture {
 protected:
  void dismiss(const QString& words) {
    ASSERT_TRUE(has(banner()->sentence(), words));
    emit banner()->dismissed();
  }
  void not_heard_for(int seconds) {
    session.call.unheard_s = seconds;
    ticks(1);
  }
  /// This end controls its rate, the remote's video comes uncontrolled and is mostly lost.
  static void flood(CallSnapshot& now) {
    auto rate = std::make_shared<RateView>(now.rate_sent ? *now.rate_sent : RateView{});
    rate->setting = RateControlSetting{};
    rate->setting->controller = "two-stream";
    now.rate_sent = rate;
    now.rate_control_remote = "off";
    now.received(Medium::kVideo).figures.recent_loss_ratio = 0.93;
  }
  QString pictures_words() { return first_in<VideoView>(*window)->empty_words(); }
};

TEST_F(CallNews, WhoIsNotHeardIsSaidCountedAndForgotten) {
  open();
  not_heard_for(5);
  EXPECT_TRUE(said("Room 204 has not been heard for 5 s"));
  EXPECT_TRUE(said("The call ends at 30 s"));
  EXPECT_TRUE(labelled("with Room 204, not heard for 5 s"));
  EXPECT_FALSE(labelled("with Room 204, not heard for 5 s:")) << "what is cut off is not said";
  not_heard_for(6);
  EXPECT_TRUE(said("Room 204 has not been heard for 6 s"));
  EXPECT_FALSE(said("for 5 s"));
  not_heard_for(0);
  EXPECT_FALSE(said("not been heard"));
}

TEST_F(CallNews, WhoIsNotHeardStaysDismissedUntilItIsHeardAgain) {
  open();
  not_heard_for(5);
  dismiss("not been heard");
  not_heard_for(6);
  EXPECT_FALSE(said("not been heard"));
  not_heard_for(0);
  not_heard_for(4);
  EXPECT_TRUE(said("not been heard for 4 s"));
}

TEST_F(CallNews, AdviceThatWasDismissedHidesNoSilence) {
  open();
  publish(flood);
  ASSERT_TRUE(said("turn on Rate control at the remote"));
  dismiss("turn on Rate control");
  not_heard_for(5);
  EXPECT_TRUE(said("has not been heard for 5 s"));
  not_heard_for(0);
  EXPECT_FALSE(said("turn on Rate control")) << "not again in this call";
}

TEST_F(CallNews, WhatWaitsForTheRemotesConsentIsSaidWhereItWasAsked) {
  open();
  session.call.asked_there = {
      {"shaping", "b"}, {"shaping", "c"}, {"priority.video-send", "realtime"}, {"audio-block", "512"}};
  ticks(6);
  EXPECT_TRUE(labelled("Asked Room 204 for C: waiting")) << "the newest of two";
  EXPECT_TRUE(labelled("Asked Room 204 for 512 B: waiting"));
  EXPECT_TRUE(labelled("asked, waiting"));
  session.call.asked_there.clear();
  ticks(6);
  EXPECT_FALSE(labelled("waiting"));
}

TEST_F(CallNews, ConsentIsAskedForWhatWasClickedAndSaysWhatElseItCovers) {
  open();
  session.call.consent_asked = true;
  session.call.asked_here = {"shaping", "c"};
  ticks(1);
  EXPECT_TRUE(said("Room 204 asks to set your traffic shaping to C. "));
  EXPECT_TRUE(said("a yes also covers your audio block size and the priorities of your media threads"));
  session.call.asked_here = {"priority.audio-send", "realtime"};
  ticks(1);
  EXPECT_TRUE(said("Room 204 asks to set the priority of your thread audio-send to real-time. "));
  EXPECT_TRUE(
      said("a yes also covers your audio block size, the priorities of your media threads and your traffic shaping"));
  session.call.asked_here = {"audio-block", "512"};
  ticks(1);
  EXPECT_TRUE(said("Room 204 asks to set your audio block size to 512 B. "));
}

TEST_F(CallNews, AfterACallNothingIsInForceAndThePictureSaysThatItIsOver) {
  open();
  EXPECT_TRUE(labelled("in force: local A"));
  EXPECT_EQ(pictures_words(), "The remote’s picture appears here once it sends one.");
  session.call = {};
  session.call.stage = CallStage::kEnded;
  ticks(6);
  EXPECT_FALSE(labelled("in force: local"));
  EXPECT_FALSE(labelled("in force: I-policy 60"));
  EXPECT_FALSE(labelled("in force: off"));
  EXPECT_TRUE(labelled("in the next call: off"));
  EXPECT_EQ(pictures_words(), "The call has ended.");
}

TEST_F(CallNews, AFloodThatNothingControlsIsAdvisedAgainstWhoeverSendsIt) {
  open();
  publish(flood);
  EXPECT_TRUE(said("Much of the remote’s video is lost on the way here, and with it the reports"));
  EXPECT_TRUE(said("turn on Rate control at the remote"));
  publish([](CallSnapshot& now) { now.rate_control_remote = "two-stream"; });
  EXPECT_FALSE(said("turn on Rate control")) << "it is controlled";
  publish([](CallSnapshot& now) {
    auto rate = std::make_shared<RateView>(now.rate_sent ? *now.rate_sent : RateView{});
    rate->setting = RateControlSetting{};
    now.rate_sent = rate;
    now.rate_control_remote = "two-stream";
    now.reported(Medium::kVideo).figures->recent_loss_ratio = 0.93;
    now.reported(Medium::kVideo).figures->age_s = 0.2;
  });
  EXPECT_TRUE(
      said("Much of your video is lost on the way to the remote, which controls its own: choose a controller under "
           "Rate control"));
  publish([](CallSnapshot& now) { now.reported(Medium::kVideo).figures->recent_loss_ratio = 0.01; });
  EXPECT_FALSE(said("choose a controller under Rate control"));
}

}  // namespace
}  // namespace jitterscope::call_news_test
