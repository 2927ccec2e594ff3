#include <gtest/gtest.h>

#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/thread_status.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/tracks/endpoint/demonstration_track.h"

namespace jitterscope::demonstration_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(5'000'000'000'000);
constexpr Duration kConference = Duration::seconds(1'000'000);

Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

/// As the other end is told of it.
SettingChanged told_phase(std::string_view value, double seconds, End end = End::kLocal) {
  return {ShortText<32>("demonstration"),
          decltype(SettingChanged::value)(value),
          end,
          ShortText<16>("local"),
          at(seconds),
          {}};
}
DemonstrationEntered phase(std::string_view value, double seconds, End end = End::kLocal) {
  return demonstration_in(told_phase(value, seconds, end)).value();
}

TEST(Demonstration, PhasesAreToldInWords) {
  for (const char* words : {"settling priority", "settling rate-control", "before default", "switching",
                            "after realtime", "done", "stopped"}) {
    const DemonstrationEntered entered = phase(words, 1);
    EXPECT_EQ(demonstration_words(entered), words);
  }
  EXPECT_EQ(phase("settling", 1).kind, DemonstrationKind::kShaping) << "a bare one is of shaping";
  EXPECT_FALSE(demonstration_in(told_phase("dancing", 1)));
}

/// Shaping, undecided, up to the first half of its repetition.
void repeat(DemonstrationTrack& track) {
  constexpr std::array kPhases{std::pair("settling shaping", 1.0),  std::pair("before c", 5.0),
                               std::pair("switching", 22.0),        std::pair("after a", 25.0),
                               std::pair("settling shaping", 42.0), std::pair("before c", 46.0)};
  for (const auto& [words, seconds] : kPhases) track.add(phase(words, seconds));
}

TEST(Demonstration, WhatEndedBeforeItInTheSameCallIsRemembered) {
  DemonstrationTrack track(kBegan);
  double from = 0;
  const auto run = [&](const std::string& kind, const char* end) {
    for (const auto& [words, after] : {std::pair("settling " + kind, 1.0), std::pair(std::string("before c"), 5.0),
                                       std::pair(std::string("switching"), 22.0),
                                       std::pair(std::string("after a"), 25.0), std::pair(std::string(end), 42.0)})
      track.add(phase(words, from + after));
    from += 50;
  };
  run("shaping", "done");
  EXPECT_TRUE(track.view(at(from))->earlier.empty());
  run("priority", "stopped");
  ASSERT_EQ(track.view(at(from))->earlier.size(), 1U);
  EXPECT_EQ(track.view(at(from))->earlier[0].kind, DemonstrationKind::kShaping);
  EXPECT_EQ(track.view(at(from))->earlier[0].at_s, 1);
  run("rate-control", "done");
  EXPECT_EQ(track.view(at(from))->earlier.size(), 1U) << "one that was stopped has shown nothing";
  for (int i = 0; i < 20; ++i) run("shaping", "done");
  EXPECT_EQ(track.view(at(from))->earlier.size(), DemonstrationTrack::kMostEarlier);
}

TEST(Demonstration, WhatBeginsBeforeItIsOverIsTheSameOnceMore) {
  DemonstrationTrack track(kBegan);
  const auto now = [&](double seconds) { return *track.view(at(seconds)); };
  track.add(phase("settling shaping", 1));
  track.add(phase("before c", 5));
  track.add(phase("switching", 22));
  track.add(phase("after a", 25));
  EXPECT_FALSE(now(26).again);
  track.add(phase("settling shaping", 42));
  EXPECT_TRUE(now(43).again);
  ASSERT_TRUE(now(43).before && now(43).after) << "what was seen is shown until there is more";
  EXPECT_EQ(now(43).after->seconds, 17);
  track.add(phase("before c", 46));
  EXPECT_FALSE(now(47).after) << "the halves begin anew";
  EXPECT_EQ(now(47).before->seconds, 1);
  for (const char* words : {"switching", "after a", "done"}) track.add(phase(words, 50));
  EXPECT_TRUE(now(51).again);
  track.add(phase("settling shaping", 60));
  EXPECT_FALSE(now(61).again) << "the user began another one";
  EXPECT_FALSE(now(61).before);
}

TEST(Demonstration, ARepetitionThatIsStoppedLeavesWhatTheFirstTimeHasShown) {
  DemonstrationTrack track(kBegan);
  repeat(track);
  track.add(phase("stopped", 50));
  const auto left = *track.view(at(51));
  ASSERT_TRUE(left.before && left.after);
  EXPECT_EQ(left.before->seconds, 17);
}

/// Video of 10 frames/s of 4 packets each, spaced `spacing_ms`, delayed 2 ms; `lost` says which block of which frame.
template <typename Lost>
void play(CallAnalyzer& analyzer, int first_frame, int frames, double begin_s, double spacing_ms, Lost lost) {
  for (int frame = first_frame; frame < first_frame + frames; ++frame) {
    const double frame_s = begin_s + (frame - first_frame) * 0.1;
    bool whole = true;
    for (int block = 0; block < 4; ++block) {
      const double sent_s = frame_s + block * spacing_ms / 1e3;
      PacketSent sent;
      sent.medium = Medium::kVideo;
      sent.frame = frame;
      sent.block = static_cast<std::uint16_t>(block);
      sent.sent = at(sent_s);
      analyzer.add(sent);
      if (lost(frame, block)) {
        whole = false;
        continue;
      }
      PacketArrived arrived;
      arrived.medium = Medium::kVideo;
      arrived.sequence = frame * 4 + block;
      arrived.frame = frame;
      arrived.block = sent.block;
      arrived.received = at(sent_s + 0.002);
      arrived.received_conference = arrived.received + kConference;
      arrived.sent_conference = at(sent_s) + kConference;
      analyzer.add(arrived);
    }
    FrameDone done;
    done.frame = frame;
    done.outcome = whole ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
    done.sent_conference = at(frame_s) + kConference;
    done.completed = at(frame_s + 3 * spacing_ms / 1e3 + 0.002);
    analyzer.add(done);
  }
}

TEST(Demonstration, ThereIsNoneUntilItBegins) {
  CallAnalyzer analyzer(kBegan);
  analyzer.add(phase("before c", 1, End::kRemote));  // the remote's own demonstration
  EXPECT_FALSE(analyzer.snapshot(at(2)).demonstration);
}

/// Of a stretch that begins in its middle.
TEST(Demonstration, OfWhichOnlyTheEndIsSeenIsOfItsKind) {
  CallAnalyzer analyzer(kBegan);
  analyzer.add(
      DemonstrationEntered{DemonstrationPhase::kAfter, DemonstrationKind::kPriority, {"realtime"}, End::kLocal, at(1)});
  EXPECT_EQ(analyzer.snapshot(at(2)).demonstration->kind, DemonstrationKind::kPriority);
}

TEST(Demonstration, ProgressFollowsThePhases) {
  CallAnalyzer analyzer(kBegan);
  analyzer.add(phase("settling", 10));
  auto view = analyzer.snapshot(at(12)).demonstration;
  ASSERT_TRUE(view);
  EXPECT_EQ(view->kind, DemonstrationKind::kShaping) << "a bare one";
  EXPECT_EQ(view->state, "settling");
  EXPECT_DOUBLE_EQ(view->progress, 2.0 / 41);
  EXPECT_DOUBLE_EQ(view->seconds_left, 39);
  EXPECT_FALSE(view->before || view->after);
  analyzer.add(phase("before c", 14));
  view = analyzer.snapshot(at(50)).demonstration;  // a phase that does not end does not run over
  EXPECT_DOUBLE_EQ(view->progress, 21.0 / 41);
  analyzer.add(phase("stopped", 51));
  EXPECT_EQ(analyzer.snapshot(at(52)).demonstration->state, "stopped");
  EXPECT_EQ(analyzer.snapshot(at(52)).demonstration->sentence, "");
}

TEST(Demonstration, ComparesTheHalves) {
  CallAnalyzer analyzer(kBegan);
  play(analyzer, 0, 10, 0, 1, [](int, int) { return true; });  // before it begins: not counted
  analyzer.add(phase("settling", 2));
  analyzer.add(phase("before c", 6));
  // Every second frame loses its third block: an eighth of the packets, half of the frames.
  play(analyzer, 10, 100, 6, 0, [](int frame, int block) { return frame % 2 == 1 && block == 2; });
  analyzer.add(phase("switching", 16));
  play(analyzer, 110, 30, 16, 20, [](int, int) { return true; });
  analyzer.add(phase("after a", 19));
  play(analyzer, 140, 100, 19, 20, [](int, int) { return false; });
  analyzer.add(phase("done", 29));
  play(analyzer, 240, 100, 29, 20, [](int, int) { return true; });

  const auto view = analyzer.snapshot(at(40)).demonstration;
  ASSERT_TRUE(view && view->before && view->after);
  const DemonstrationHalf &before = *view->before, &after = *view->after;
  EXPECT_EQ(before.variant, "c");
  EXPECT_EQ(after.variant, "a");
  EXPECT_DOUBLE_EQ(before.seconds, 10);
  EXPECT_EQ(before.frames, 100);
  EXPECT_EQ(before.frames_lost, 50);
  EXPECT_DOUBLE_EQ(*before.frame_loss.share, 0.5);
  EXPECT_DOUBLE_EQ(*before.packet_loss.share, 0.125);
  EXPECT_LE(*before.packet_loss.low, 0.125);
  EXPECT_GE(*before.packet_loss.high, 0.125);
  EXPECT_LT(*before.packet_loss.high - *before.packet_loss.low, 0.05);
  EXPECT_DOUBLE_EQ(*after.frame_loss.share, 0);
  EXPECT_DOUBLE_EQ(*after.packet_loss.share, 0);
  EXPECT_NEAR(*before.packet_delay.mean, 2, 1e-6);
  EXPECT_NEAR(*before.frame_delay.mean, 2, 1e-6);
  EXPECT_NEAR(*after.frame_delay.mean, 62, 1e-6);
  EXPECT_NEAR(*after.interdeparture.p50, 20, 0.02);
  EXPECT_EQ(after.departures.size(), 12u * 4);
  EXPECT_EQ(before.arrivals.size(), 12u * 4 - 6);
  EXPECT_EQ(view->sentence,
            "With C 12.5 % of the packets and 50.0 % of the frames were lost, with A 0 % and 0 %. A lost fewer packets "
            "and frames: the 95 % intervals lie apart. The bursts of whole frames overrun the short queue; spread "
            "packets find room in it. A frame takes 62.0 ms with A, 2.00 ms with C: the price of spreading it.");
}

TEST(Demonstration, TakesTheRemotesCountsWhereNothingIsReceived) {
  CallAnalyzer analyzer(kBegan);
  const auto summary = [&](double seconds, std::int64_t expected, std::int64_t lost, std::int64_t complete,
                           std::int64_t frames_lost) {
    PeerSummary s;
    s.medium = Medium::kVideo;
    s.expected = expected;
    s.lost = lost;
    s.frames_complete = complete;
    s.frames_lost = frames_lost;
    s.at = at(seconds);
    analyzer.add(s);
  };
  analyzer.add(phase("settling", 0));
  summary(1, 100, 90, 1, 9);
  analyzer.add(phase("before c", 4));
  summary(5, 1000, 100, 10, 10);
  for (int second = 1; second <= 8; ++second)
    summary(5 + second, 1000 + 125 * second, 100 + 25 * second, 10 + 5 * second / 4, 10 + 15 * second / 4);
  analyzer.add(phase("switching", 14));
  analyzer.add(phase("after a", 17));
  summary(18, 3000, 400, 60, 70);
  for (int second = 1; second <= 8; ++second)
    summary(18 + second, 3000 + 125 * second, 400 + 10 * second / 8, 60 + 98 * second / 8, 70 + 2 * second / 8);
  analyzer.add(phase("done", 27));
  const auto view = analyzer.snapshot(at(30)).demonstration;
  EXPECT_DOUBLE_EQ(*view->before->peer_packet_loss.share, 0.2);
  EXPECT_DOUBLE_EQ(*view->before->peer_frame_loss.share, 0.75);
  EXPECT_DOUBLE_EQ(*view->after->peer_packet_loss.share, 0.01);
  EXPECT_DOUBLE_EQ(*view->after->peer_frame_loss.share, 0.02);
  EXPECT_FALSE(view->before->packet_loss.share);
  EXPECT_EQ(view->sentence.rfind("Of the video received by the remote: With C 20.0 % of the packets and 75.0 % of the "
                                 "frames were lost, with A 1.00 % and "
                                 "2.00 %. A lost fewer packets and frames: the 95 % intervals lie apart.",
                                 0),
            0u)
      << view->sentence;
}

/// Packets of both media, 100 a second each, that reach their thread `waits_ms` after the kernel, in turn.
void play_waits(CallAnalyzer& analyzer, double begin_s, int packets, const std::vector<double>& waits_ms) {
  for (int i = 0; i < packets; ++i)
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      PacketArrived arrived;
      arrived.medium = medium;
      arrived.sequence = static_cast<std::int64_t>(begin_s * 100) + i;
      arrived.kernel = at(begin_s + i * 0.01);
      arrived.received = *arrived.kernel + Duration::from_ms(waits_ms[static_cast<std::size_t>(i) % waits_ms.size()]);
      analyzer.add(arrived);
    }
}

void set_class(CallAnalyzer& analyzer, ThreadRole role, std::string_view effective, double seconds) {
  ThreadStatus status;
  status.role = role;
  status.effective = effective;
  status.at = at(seconds);
  analyzer.add(status);
}

AudioBlockDone block(PlayoutOutcome outcome, double playout_s) {
  AudioBlockDone done;
  done.outcome = outcome;
  done.playout = at(playout_s);
  return done;
}

TEST(PriorityDemonstration, ComparesWaitsForTheProcessor) {
  CallAnalyzer analyzer(kBegan);
  play_waits(analyzer, 0, 100, {50});
  analyzer.add(phase("settling priority", 2));
  set_class(analyzer, ThreadRole::kAudioReceive, "default", 2.1);
  set_class(analyzer, ThreadRole::kVideoReceive, "nice -5", 2.1);
  analyzer.add(phase("before default", 6));
  play_waits(analyzer, 6, 1000, {1, 3, 1, 3});
  for (const PlayoutOutcome outcome : {PlayoutOutcome::kPlayed, PlayoutOutcome::kLate, PlayoutOutcome::kLost,
                                       PlayoutOutcome::kPlayed, PlayoutOutcome::kLate})
    analyzer.add(block(outcome, 7));
  analyzer.add(ThreadWoke{ThreadRole::kVideoSend, at(7), at(7.002)});
  analyzer.add(phase("switching", 16));
  play_waits(analyzer, 16, 300, {50});
  set_class(analyzer, ThreadRole::kAudioReceive, "realtime 18", 16.1);
  analyzer.add(phase("after realtime", 19));
  play_waits(analyzer, 19, 1000, {0.017, 0.023});
  analyzer.add(block(PlayoutOutcome::kLate, 18.9));  // of before
  analyzer.add(block(PlayoutOutcome::kPlayed, 20));
  analyzer.add(phase("done", 29));
  set_class(analyzer, ThreadRole::kAudioReceive, "nice -5", 29.1);

  const auto view = analyzer.snapshot(at(40)).demonstration;
  ASSERT_TRUE(view && view->before && view->after);
  EXPECT_EQ(view->kind, DemonstrationKind::kPriority);
  const DemonstrationHalf &before = *view->before, &after = *view->after;
  EXPECT_EQ(before.variant, "default");
  EXPECT_EQ(after.variant, "realtime");
  EXPECT_EQ(before.effective, "default");
  EXPECT_EQ(after.effective, "realtime 18");
  EXPECT_EQ(before.kernel_to_user.n, 2000);
  EXPECT_NEAR(*before.kernel_to_user.mean, 2, 1e-6);
  EXPECT_NEAR(*before.kernel_to_user.p99, 3, 0.001);
  EXPECT_NEAR(*after.kernel_to_user.p50, 0.020, 0.004) << "bins of 1 µs";
  EXPECT_NEAR(*after.kernel_to_user.p99, 0.023, 0.001);
  for (const auto& [interval, figure] :
       {std::pair(before.intervals.kernel_to_user_p50, before.kernel_to_user.p50),
        std::pair(before.intervals.kernel_to_user_p99, before.kernel_to_user.p99),
        std::pair(before.intervals.audio_interarrival_stddev, before.audio_interarrival.stddev)}) {
    ASSERT_TRUE(interval);
    EXPECT_LE(interval->low, *figure);
    EXPECT_GE(interval->high, *figure);
  }
  EXPECT_FALSE(before.intervals.frame_delay_mean) << "of shaping";
  EXPECT_EQ(before.audio_interarrival.n, 999);
  EXPECT_NEAR(*before.audio_interarrival.stddev, 2, 0.01);
  EXPECT_NEAR(*before.sender_wake.mean, 2, 1e-6);
  EXPECT_FALSE(after.sender_wake.mean);
  EXPECT_EQ(before.audio_gaps, 2);
  EXPECT_EQ(after.audio_gaps, 0);
  ASSERT_FALSE(before.kernel_to_user_series.empty());
  EXPECT_NEAR(before.kernel_to_user_series.front().at_s, 6, 0.1);
  EXPECT_FALSE(before.os_share) << "the remote tells nothing of its side";
  EXPECT_EQ(
      view->sentence,
      "In the default class 99 of 100 packets reached their thread within 3.00 ms of the kernel, in the real-time "
      "class within 23.0 µs, more than 100 times sooner: the 95 % intervals lie apart. The spacing of the sound varied "
      "by 2.00 ms in the default class, by 6.00 µs in the real-time class. Gaps in the sound: 2 in the default class, "
      "0 in the real-time class.");
}

TEST(PriorityDemonstration, SharesOfTheSystemComeSecondsLate) {
  DemonstrationTrack track(kBegan);
  const auto split = [](double at_s, double system_ms, double network_ms) {
    DelaySplit made;
    made.at = at(at_s);
    made.system = Duration::from_ms(system_ms);
    made.network = Duration::from_ms(network_ms);
    made.clock_bound_ms = 0.01;
    return made;
  };
  track.add(phase("settling priority", 0));
  track.add(phase("before default", 4));
  track.add(split(5, 2, 2));
  track.add(phase("switching", 14));
  track.add(split(13, 4, 0));
  track.add(split(3.9, 0, 100));   // of before
  track.add(split(14.1, 0, 100));  // of the switch
  DelaySplit unknown = split(8, 9, 9);
  unknown.network.reset();
  track.add(unknown);
  track.add(phase("after realtime", 17));
  track.add(phase("done", 27));
  EXPECT_FALSE(track.view(at(27))->after->os_share);
  track.add(split(26, 1, 3));
  const auto view = track.view(at(30));
  EXPECT_DOUBLE_EQ(*view->before->os_share, 0.75);
  EXPECT_DOUBLE_EQ(*view->after->os_share, 0.25);
}

}  // namespace
}  // namespace jitterscope::demonstration_test
