#include "core/algorithms/playout/video_playout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace jitterscope::video_playout_test {
namespace {

using testing::ElementsAre;
using testing::Pair;
constexpr auto kPlayed = PlayoutOutcome::kPlayed;
constexpr auto kLate = PlayoutOutcome::kLate;
constexpr auto kDropped = PlayoutOutcome::kDropped;

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(5'000'000'000 + ms * 1'000'000);
}

/// Frames each 100 ms.
struct Screen {
  explicit Screen(std::string_view words) : playout(*PlayoutSetting::parse(words), Duration::ms(100)) {}
  std::optional<VideoPlayout::Due> put(std::int64_t frame, std::int64_t completed_ms) {
    const auto due = playout.put({7, frame, Duration::ms(frame * 100), at_ms(completed_ms)}, at_ms(completed_ms));
    keep();
    return due;
  }
  void show(std::int64_t now_ms) {
    while (const auto due = playout.pop_due(at_ms(now_ms))) shown.emplace_back(due->frame, due->slot);
    keep();
  }
  void keep() {
    for (const FramePlayed& frame : playout.take_played()) ended.push_back(frame);
  }
  std::vector<std::pair<std::int64_t, PlayoutOutcome>> outcomes() const {
    std::vector<std::pair<std::int64_t, PlayoutOutcome>> list;
    for (const FramePlayed& frame : ended) list.emplace_back(frame.frame, frame.outcome);
    return list;
  }
  VideoPlayout playout;
  std::vector<std::pair<std::int64_t, std::size_t>> shown;
  std::vector<FramePlayed> ended;
};

TEST(VideoPlayout, shows_a_frame_when_it_is_due) {
  Screen screen("i:60");
  EXPECT_FALSE(screen.playout.next_due());
  const auto planned = screen.put(0, 10);
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->playout, at_ms(70));
  EXPECT_EQ(screen.playout.next_due(), at_ms(70));
  EXPECT_EQ(screen.playout.report(at_ms(30)).level, Duration::ms(40));
  screen.show(69);
  EXPECT_TRUE(screen.shown.empty());
  screen.show(72);
  EXPECT_THAT(screen.shown, ElementsAre(Pair(0, planned->slot)));
  ASSERT_EQ(screen.ended.size(), 1u);
  EXPECT_EQ(screen.ended[0].ssrc, 7u);
  EXPECT_EQ(screen.ended[0].completed, at_ms(10));
  EXPECT_EQ(screen.ended[0].playout, at_ms(72));
  EXPECT_FALSE(screen.playout.next_due());
}

TEST(VideoPlayout, a_late_frame_is_not_shown) {
  Screen screen("i:60");
  screen.put(0, 10);
  EXPECT_FALSE(screen.put(1, 171));  // due at 170
  EXPECT_TRUE(screen.put(2, 270));
  EXPECT_FALSE(screen.put(3, 400));
  screen.show(70);
  screen.show(1000);
  EXPECT_THAT(screen.outcomes(), ElementsAre(Pair(1, kLate), Pair(3, kLate), Pair(0, kPlayed), Pair(2, kPlayed)));
  EXPECT_EQ(screen.ended[0].playout, at_ms(170));
}

TEST(VideoPlayout, frames_are_shown_in_order_and_none_after_a_later_one) {
  Screen screen("i:250");
  screen.put(0, 0);
  screen.put(2, 200);
  screen.put(1, 210);
  for (const std::int64_t now : {250, 350, 450}) screen.show(now);
  EXPECT_FALSE(screen.put(1, 451));
  EXPECT_THAT(screen.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kPlayed), Pair(2, kPlayed), Pair(1, kLate)));
}

TEST(VideoPlayout, the_e_policy_moves_what_waits_back_with_a_late_frame) {
  Screen screen("e");
  screen.put(0, 0);
  screen.show(0);
  screen.put(2, 205);
  screen.put(1, 230);
  EXPECT_EQ(screen.playout.next_due(), at_ms(230));
  EXPECT_EQ(screen.put(3, 300)->playout, at_ms(430));
  for (const std::int64_t now : {230, 330, 430}) screen.show(now);
  EXPECT_THAT(screen.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kPlayed), Pair(2, kPlayed), Pair(3, kPlayed)));
}

TEST(VideoPlayout, is_held_and_changes_its_policy) {
  Screen screen("i:60");
  screen.playout.hold(Duration::ms(-5));
  EXPECT_EQ(screen.playout.held(), Duration{});
  screen.playout.hold(Duration::ms(30));
  EXPECT_EQ(screen.put(0, 10)->playout, at_ms(100));
  auto decided = screen.playout.take_decided();
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->medium, Medium::kVideo);
  EXPECT_EQ(decided->held, Duration::ms(30));
  EXPECT_TRUE(screen.playout.set_policy(
      make_playout_change(PlayoutSetting::fixed(Duration::ms(5)), Medium::kVideo, Duration::ms(100)), at_ms(50)));
  decided = screen.playout.take_decided();
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->delay, Duration::ms(5));
  EXPECT_EQ(screen.put(1, 115)->playout, at_ms(145));  // the transit of frame 0 is still known
}

TEST(VideoPlayout, begins_anew_after_a_jump_of_the_frame_number) {
  Screen screen("i:60");
  screen.put(5000, 500'000);
  EXPECT_TRUE(screen.put(3, 500'010));
  EXPECT_THAT(screen.outcomes(), ElementsAre(Pair(5000, kDropped)));
  EXPECT_EQ(screen.playout.next_due(), at_ms(500'070));
}

TEST(VideoPlayout, counts_gaps_since_it_began_anew) {
  Screen screen("i:60");
  screen.put(0, 10);
  EXPECT_FALSE(screen.put(1, 171));
  EXPECT_EQ(screen.playout.report(at_ms(171)).gaps, 1);
  screen.playout.restart();
  EXPECT_EQ(screen.playout.report(at_ms(171)).gaps, 0);
}

TEST(VideoPlayout, begins_anew_when_timestamps_do) {
  for (const std::int64_t jump_s : {100'000, -100'000}) {
    Screen screen("e");
    screen.put(0, 10);
    const auto planned = screen.playout.put({7, 1, Duration::seconds(jump_s), at_ms(110)}, at_ms(110));
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->playout, at_ms(110));
  }
}

TEST(VideoPlayout, after_a_stall_the_newest_that_is_due_is_shown) {
  Screen screen("i:60");
  for (std::int64_t frame = 0; frame < 4; ++frame) screen.put(frame, frame * 100);
  screen.show(299);  // due at 60, 160, 260, 360
  EXPECT_THAT(screen.outcomes(), ElementsAre(Pair(0, kDropped), Pair(1, kDropped), Pair(2, kPlayed)));
  EXPECT_THAT(screen.shown, ElementsAre(Pair(2, testing::_)));
  EXPECT_EQ(screen.playout.next_due(), at_ms(360));
}

TEST(VideoPlayout, a_queue_that_nobody_empties_gives_up_its_first_frame) {
  Screen screen("i:2000");
  for (std::int64_t frame = 0; frame <= 64; ++frame)
    screen.playout.put({7, frame, Duration::ms(frame), at_ms(frame)}, at_ms(frame));
  screen.keep();
  EXPECT_THAT(screen.outcomes(), ElementsAre(Pair(0, kDropped)));
}

/// 60 frames a second and a delay of 2 s: 120 frames would wait.
TEST(VideoPlayout, a_delay_of_more_frames_than_it_holds_is_shortened) {
  Screen screen("i:2000");
  for (std::int64_t frame = 0; frame < 300; ++frame) {
    const std::int64_t now = frame * 17;
    screen.playout.put({7, frame, Duration::ms(now), at_ms(now)}, at_ms(now));
    screen.show(now);
  }
  ASSERT_EQ(screen.shown.size(), 300u - 63);
  for (std::size_t i = 0; i < screen.ended.size(); ++i) {
    EXPECT_EQ(screen.ended[i].outcome, kPlayed);
    EXPECT_EQ(screen.ended[i].frame, static_cast<std::int64_t>(i));
    EXPECT_EQ(screen.ended[i].playout - screen.ended[i].completed, Duration::ms(63 * 17));
  }
}

/// By the E-policy what follows a stall of 2.2 s stays 2.2 s late: 66 frames at 30 a second.
TEST(VideoPlayout, a_long_stall_does_not_freeze_the_picture_for_good) {
  Screen screen("e");
  for (std::int64_t frame = 0; frame < 600; ++frame) {
    const std::int64_t made = frame * 33, now = frame >= 10 ? std::max<std::int64_t>(made, 2500) : made;
    screen.playout.put({7, frame, Duration::ms(made), at_ms(now)}, at_ms(now));
    screen.show(now);
  }
  EXPECT_GE(screen.shown.size(), 600u - 63 - 1);
}

TEST(VideoPlayout, every_frame_ends_once_and_no_slot_is_used_twice) {
  for (const std::string_view words :
       {"e", "i:40", "optimum", "ramjee1", "ramjee2", "ramjee3", "ramjee4", "queue-monitoring"}) {
    std::mt19937 random(9);
    std::multimap<std::int64_t, std::int64_t> arrivals;
    for (std::int64_t frame = 0; frame < 1000; ++frame)
      arrivals.emplace(frame * 100 + static_cast<std::int64_t>(random() % (frame % 40 == 0 ? 600 : 120)), frame);
    Screen screen(words);
    std::map<std::size_t, std::int64_t> slots;
    std::int64_t last = -1;
    for (const auto& [when, frame] : arrivals) {
      if (const auto due = screen.playout.pop_due(at_ms(when))) {
        EXPECT_EQ(slots[due->slot], due->frame);
        EXPECT_GT(due->frame, last);
        last = due->frame;
        std::erase_if(slots, [last](const auto& slot) { return slot.second <= last; });
        screen.keep();
      }
      if (const auto due = screen.put(frame, when)) { EXPECT_TRUE(slots.emplace(due->slot, frame).second); }
    }
    screen.show(1'000'000);
    std::map<std::int64_t, int> ends;
    for (const FramePlayed& frame : screen.ended) ++ends[frame.frame];
    EXPECT_EQ(ends.size(), 1000u) << words;
    EXPECT_EQ(screen.ended.size(), 1000u) << words;
  }
}

}  // namespace
}  // namespace jitterscope::video_playout_test
