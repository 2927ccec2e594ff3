// The sentence of the demonstration of shaping beside the rows of its table, over generated tables.
#include "core/measures/report/demonstration_sentence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "core/measures/views/loss_comparison.h"

namespace jitterscope::demonstration_sentence_test {
namespace {

DemonstrationHalf half(const char* variant) {
  DemonstrationHalf made;
  made.variant = variant;
  made.seconds = 30;
  return made;
}

/// None, some or much, with an interval that holds it, is wide or narrow, or is not known.
LossShare any_loss(std::mt19937& random) {
  const auto one_of = [&](int choices) { return static_cast<int>(random() % static_cast<unsigned>(choices)); };
  constexpr std::array kShares{0.0, 0.004, 0.018, 0.02, 0.11, 0.23, 1.0};
  LossShare loss{kShares[static_cast<std::size_t>(one_of(7))], {}, {}};
  const int kind = one_of(8);
  if (kind == 0) return {};
  if (kind == 1) return loss;
  const double reach = kind < 5 ? 0.15 : 0.6;
  loss.low = *loss.share * (1 - reach);
  loss.high = std::min(1.0, *loss.share > 0 ? *loss.share * (1 + reach) : 0.003);
  return loss;
}

bool says(const std::string& sentence, const std::string& words) {
  return sentence.find(words) != std::string::npos;
}

/// "A lost fewer packets and frames." names both; "A lost fewer frames." only one.
bool names(const std::string& sentence, const std::string& claim, const std::string& what) {
  for (auto at = sentence.find(claim); at != std::string::npos; at = sentence.find(claim, at + 1)) {
    const auto end = sentence.find_first_of(".(", at);
    if (sentence.substr(at + claim.size(), end - at - claim.size()).find(what) != std::string::npos) return true;
  }
  return false;
}

/// What the two rows of one direction say, the sentence says, and nothing else.
void expect_as_rows(const std::string& sentence, const LossShare& before, const LossShare& after,
                    const std::string& what) {
  const std::string row = loss_change_words(before, after, "C", "A");
  const bool lower = says(row, "lower") || says(row, "A lost none"),
             higher = says(row, "higher") || says(row, "C lost none");
  const bool open = says(row, "chance") || says(row, "too short");
  EXPECT_TRUE(says(sentence, loss_words(before)) && says(sentence, loss_words(after))) << "the cells' numbers";
  EXPECT_EQ(names(sentence, "A lost fewer ", what), lower) << what << ": " << row;
  EXPECT_EQ(names(sentence, "A lost more ", what), higher) << what << ": " << row;
  EXPECT_EQ(names(sentence, "Whether A loses fewer ", what), open) << what << ": " << row;
  if (open && before.low && after.low) {
    EXPECT_TRUE(says(sentence, interval_words(before)) && says(sentence, interval_words(after))) << "why it is open";
  }
}

std::string words(DemonstrationKind kind, const DemonstrationHalf& before, const DemonstrationHalf& after,
                  bool again = false) {
  DemonstrationView view;
  view.kind = kind;
  view.before = before;
  view.after = after;
  view.again = again;
  return demonstration_sentence(view);
}

/// The part of the sentence about one direction, and the rows of that direction.
struct Part {
  std::string words;
  const LossShare &packets_before, &frames_before, &packets_after, &frames_after;

  bool known() const {
    return packets_before.share && frames_before.share && packets_after.share && frames_after.share;
  }
  std::array<LossChange, 2> changes() const {
    return {compare_losses(packets_before, packets_after), compare_losses(frames_before, frames_after)};
  }
  bool some(LossChange which) const { return std::ranges::count(changes(), which) > 0; }
  void expect_as_rows() const {
    demonstration_sentence_test::expect_as_rows(words, packets_before, packets_after, "packets");
    demonstration_sentence_test::expect_as_rows(words, frames_before, frames_after, "frames");
    const bool open = (changes()[0] == LossChange::kUndecided && packets_before.low && packets_after.low) ||
                      (changes()[1] == LossChange::kUndecided && frames_before.low && frames_after.low);
    EXPECT_EQ(says(words, "overlap"), open) << "only intervals that are there overlap";
  }
};

TEST(ShapingSentence, SaysWhatTheRowsSayAndNothingElse) {
  const std::string of_local = "Of the video received locally: ", of_remote = "Of the video received by the remote: ";
  std::mt19937 random(13);
  int told = 0, both = 0, remote_alone = 0;
  for (int table = 0; table < 10'000 && !HasFailure(); ++table) {
    auto before = half("c"), after = half("a");
    for (auto* loss :
         {&before.packet_loss, &before.frame_loss, &after.packet_loss, &after.frame_loss, &before.peer_packet_loss,
          &before.peer_frame_loss, &after.peer_packet_loss, &after.peer_frame_loss})
      *loss = any_loss(random);
    if (random() % 2) before.frame_delay.mean = 14.0, after.frame_delay.mean = random() % 2 ? 62.0 : 12.0;
    const auto sentence = words(DemonstrationKind::kShaping, before, after);
    SCOPED_TRACE(sentence);
    const auto split = sentence.find(of_remote);
    const Part local{sentence.substr(0, split), before.packet_loss, before.frame_loss, after.packet_loss,
                     after.frame_loss},
        remote{split == std::string::npos ? std::string() : sentence.substr(split), before.peer_packet_loss,
               before.peer_frame_loss, after.peer_packet_loss, after.peer_frame_loss};
    EXPECT_EQ(sentence.empty(), !local.known() && !remote.known());
    EXPECT_EQ(is_undecided(DemonstrationKind::kShaping, before, after),
              !sentence.empty() && !says(sentence, "lost fewer") && !says(sentence, "lost more"));
    if (sentence.empty()) continue;
    ++told;
    const bool differs = local.known() && remote.known() && local.changes() != remote.changes();
    EXPECT_EQ(says(sentence, of_local), differs);
    EXPECT_EQ(split != std::string::npos, differs || !local.known()) << "whose the numbers are";
    if (local.known()) local.expect_as_rows();
    if (split != std::string::npos) remote.expect_as_rows();
    both += differs;
    remote_alone += !local.known();
    for (const auto& [which, claim] :
         {std::pair(LossChange::kLower, "A lost fewer "), {LossChange::kHigher, "A lost more "}})
      for (const int row : {0, 1}) {
        const bool each_way = differs && local.changes()[row] == which && remote.changes()[row] == which;
        const auto lead = sentence.substr(0, sentence.find(of_local));
        EXPECT_EQ(differs && names(lead, claim, row == 0 ? "packets" : "frames"), each_way)
            << "first what holds both ways";
      }
    const Part& one = local.known() ? local : remote;
    EXPECT_FALSE(says(sentence, "made no difference")) << "nobody can know that";
    EXPECT_EQ(says(sentence, "spread packets find room"),
              !differs && one.some(LossChange::kLower) && !one.some(LossChange::kHigher));
    EXPECT_EQ(says(sentence, "did not help"),
              !differs && one.some(LossChange::kHigher) && !one.some(LossChange::kLower));
    EXPECT_EQ(says(sentence, "Nothing was lost in either half"),
              !differs && std::ranges::count(one.changes(), LossChange::kNone) == 2);
    if (after.frame_delay.mean) {
      EXPECT_EQ(says(sentence, "the price of spreading"), *after.frame_delay.mean > *before.frame_delay.mean);
    }
  }
  EXPECT_GT(told, 1000);
  EXPECT_GT(both, 100);
  EXPECT_GT(remote_alone, 100);
}

TEST(ShapingSentence, AsItWasSeenWithTheWrongWords) {
  auto before = half("c"), after = half("a");
  before.packet_loss = {0.018, 0, 0.04};
  before.frame_loss = {0.23, 0.15, 0.31};
  after.packet_loss = {0, 0, 0.0015};
  after.frame_loss = {0, 0, 0.02};
  EXPECT_EQ(words(DemonstrationKind::kShaping, before, after),
            "With C 1.80 % of the packets and 23.0 % of the frames were lost, with A 0 % and 0 %. A lost fewer frames: "
            "the 95 % intervals lie apart. Whether A loses fewer packets than C cannot be told from these seconds: the "
            "95 % intervals of packets overlap "
            "(0–4.00 % with C, at most 0.15 % with A). The bursts of whole frames overrun the short queue; "
            "spread packets find room in it.");
}

TEST(ShapingSentence, HalfTheQueueShowedNothingEither) {
  auto before = half("c"), after = half("a");
  before.packet_loss = before.frame_loss = {0.02, 0, 0.04};
  after.packet_loss = after.frame_loss = {0.01, 0, 0.03};
  constexpr auto kSaid = "No difference could be shown here, also with half the queue.";
  EXPECT_FALSE(says(words(DemonstrationKind::kShaping, before, after), kSaid)) << "it is repeated";
  EXPECT_TRUE(says(words(DemonstrationKind::kShaping, before, after, true), kSaid));
  after.packet_loss = {0.3, 0.2, 0.4};
  EXPECT_FALSE(says(words(DemonstrationKind::kShaping, before, after, true), kSaid));
}

TEST(ShapingSentence, TellsHowTheSoundBesideItFared) {
  auto before = half("c"), after = half("a");
  before.packet_loss = before.frame_loss = {0.2, 0.18, 0.22};
  after.packet_loss = after.frame_loss = {0, 0, 0.003};
  before.audio_interarrival.stddev = 9.31;
  EXPECT_FALSE(says(words(DemonstrationKind::kShaping, before, after), "the sound"));
  after.audio_interarrival.stddev = 4.2;
  EXPECT_TRUE(says(words(DemonstrationKind::kShaping, before, after),
                   "The spacing of the sound beside it varied by 9.31 ms with C, by 4.20 ms with A."));
}

TEST(ShapingSentence, TheOtherDirectionIsToldWhereItDiffers) {
  auto before = half("c"), after = half("a");
  before.packet_loss = before.frame_loss = {0.2, 0.18, 0.22};
  after.packet_loss = after.frame_loss = {0, 0, 0.003};
  before.peer_packet_loss = before.peer_frame_loss = {0.21, 0.19, 0.23};
  after.peer_packet_loss = after.peer_frame_loss = {0.001, 0, 0.002};
  const auto same = words(DemonstrationKind::kShaping, before, after);
  EXPECT_FALSE(says(same, "by the remote")) << same;
  after.peer_packet_loss = after.peer_frame_loss = {0.3, 0.25, 0.35};
  const auto other = words(DemonstrationKind::kShaping, before, after);
  EXPECT_TRUE(says(other, "Of the video received by the remote: With C 21.0 % of the packets")) << other;
  EXPECT_TRUE(says(other, "A lost more packets and frames: the 95 % intervals lie apart.")) << other;
}

TEST(ShapingSentence, APriceThatMayBeChanceIsNone) {
  auto before = half("c"), after = half("a");
  before.packet_loss = before.frame_loss = {0.2, 0.18, 0.22};
  after.packet_loss = after.frame_loss = {0, 0, 0.003};
  before.frame_delay.mean = 60;
  after.frame_delay.mean = 62;
  EXPECT_TRUE(says(words(DemonstrationKind::kShaping, before, after), "the price"));
  before.intervals.frame_delay_mean = {58, 61.5};
  after.intervals.frame_delay_mean = {61, 63};
  EXPECT_FALSE(says(words(DemonstrationKind::kShaping, before, after), "the price"));
  after.intervals.frame_delay_mean = {61.6, 63};
  EXPECT_TRUE(says(words(DemonstrationKind::kShaping, before, after), "the price"));
}

TEST(PrioritySentence, SaysHowSureItIs) {
  auto before = half("default"), after = half("realtime");
  before.kernel_to_user.n = after.kernel_to_user.n = 5000;
  before.kernel_to_user.p99 = 2.8;
  after.kernel_to_user.p99 = 0.14;
  const auto said = [&] { return words(DemonstrationKind::kPriority, before, after); };
  const auto undecided = [&] { return is_undecided(DemonstrationKind::kPriority, before, after); };
  EXPECT_TRUE(says(said(), "20 times sooner; no 95 % interval is known.")) << said();
  after.intervals.kernel_to_user_p99 = {0.1, 0.2};
  EXPECT_TRUE(says(said(), "; no 95 % interval is known in the default class.")) << said();
  EXPECT_FALSE(undecided());
  before.intervals.kernel_to_user_p99 = {2.1, 3.6};
  after.intervals.kernel_to_user_p99 = {0.1, 0.2};
  EXPECT_TRUE(says(said(), "20 times sooner: the 95 % intervals lie apart.")) << said();
  EXPECT_FALSE(undecided());
  before.intervals.kernel_to_user_p99 = {0.15, 5};
  EXPECT_TRUE(says(said(), "the 95 % intervals overlap (150 µs to 5.00 ms, 100 µs to 200 µs)")) << said();
  EXPECT_FALSE(says(said(), "sooner.") || says(said(), "apart")) << said();
  EXPECT_TRUE(undecided()) << "more load may show it";
  std::swap(before.kernel_to_user.p99, after.kernel_to_user.p99);
  EXPECT_FALSE(says(said(), "did not help")) << "nor that it is worse: " << said();
}

TEST(PrioritySentence, NamesWhatIsComparedWhereRealTimeIsRefused) {
  auto before = half("default"), after = half("slice");
  before.kernel_to_user.n = after.kernel_to_user.n = 5000;
  before.kernel_to_user.p99 = 2.8;
  after.kernel_to_user.p99 = 0.14;
  before.effective = "default";
  after.effective = "slice 0.1 ms";
  const auto said = words(DemonstrationKind::kPriority, before, after);
  EXPECT_TRUE(says(said, "in the slice class within 140 µs, 20 times sooner")) << said;
  EXPECT_TRUE(says(said, "The real-time class was refused.")) << said;
  EXPECT_FALSE(says(said, "grant")) << "a right is not all that may lack; the notice has the reason: " << said;
  EXPECT_FALSE(says(said, "not as asked for")) << said;
  after.variant = after.effective.emplace("realtime");
  EXPECT_FALSE(says(words(DemonstrationKind::kPriority, before, after), "refused"));
}

TEST(PrioritySentence, WhatIsLittleMayBeSure) {
  auto before = half("default"), after = half("realtime");
  before.kernel_to_user.n = after.kernel_to_user.n = 5000;
  before.kernel_to_user.p99 = 0.14;
  after.kernel_to_user.p99 = 0.1;
  const auto said = [&](bool again) { return words(DemonstrationKind::kPriority, before, after, again); };
  EXPECT_TRUE(says(said(false), "no difference")) << said(false);
  EXPECT_TRUE(says(said(true), "it cannot be measured on this machine")) << said(true);
  after.seconds = 6;
  EXPECT_FALSE(says(said(true), "it cannot be measured")) << "it was cut short";
  after.seconds = 30;
  before.intervals.kernel_to_user_p99 = {0.13, 0.15};
  after.intervals.kernel_to_user_p99 = {0.09, 0.11};
  EXPECT_TRUE(says(said(true), "1.4 times sooner, which is little: the 95 % intervals lie apart.")) << said(true);
  EXPECT_FALSE(says(said(true), "cannot be measured")) << said(true);
  EXPECT_TRUE(is_undecided(DemonstrationKind::kPriority, before, after)) << "more load may show more";
  std::swap(before, after);
  EXPECT_TRUE(says(said(true), "1.4 times later, which is little: the")) << said(true);
  before.intervals.kernel_to_user_p99 = {0.09, 0.2};
  EXPECT_TRUE(says(said(true), "Nor do two more video applications decide it.")) << said(true);
}

std::vector<SeriesPoint> steady(double kbps, int seconds) {
  return std::vector<SeriesPoint>(static_cast<std::size_t>(seconds), SeriesPoint{0, kbps});
}
/// Sound that comes `late_ms`, of which `lost` is lost; the link carries 500 kbit/s.
DemonstrationHalf rate_half(const char* variant, std::optional<double> late_ms, double lost, double picture_kbps) {
  auto half = demonstration_sentence_test::half(variant);
  half.peer_sound_delay.n = late_ms ? 90 : 0;
  half.peer_sound_delay.p50 = late_ms;
  half.peer_sound_loss = {lost, lost * 0.8, std::max(lost * 1.2, 0.004)};
  half.link_kbps = 500;
  half.sound_kbps = steady(80, 15);
  half.picture_kbps = steady(picture_kbps, 15);
  return half;
}
std::string rate_words(const DemonstrationHalf& without, const DemonstrationHalf& with) {
  return words(DemonstrationKind::kRateControl, without, with);
}

TEST(RateSentence, TheSoundIsSavedAndThePictureTakesWhatIsLeft) {
  EXPECT_EQ(
      rate_words(rate_half("off", 412, 0.31, 840), rate_half("two-stream", 26.2, 0, 400)),
      "Without rate control the sound came 412 ms late (median), 31.0 % of it was lost. With it the sound came 26.2 ms "
      "late (median), 0 % of it was lost. The sound is saved. The picture reached 400 of 420 kbit/s after 5 s.");
}

TEST(RateSentence, PicturesThatWereLeftOutForItAreTold) {
  auto with = rate_half("two-stream", 26.2, 0, 400);
  with.pictures_sent = 240;
  const auto none = rate_words(rate_half("off", 412, 0.31, 840), with);
  EXPECT_FALSE(says(none, "left out")) << none;
  with.pictures_left_out = 210;
  const auto words = rate_words(rate_half("off", 412, 0.31, 840), with);
  EXPECT_TRUE(says(words, "after 5 s. The controller left out 210 of 450 pictures.")) << words;
}

TEST(RateSentence, WhatIsStillSearchedIsSaidSo) {
  const auto words = rate_words(rate_half("off", 412, 0.31, 840), rate_half("two-stream", 26.2, 0, 90));
  EXPECT_TRUE(says(words, "The picture is still searching: it has come to 90.0 of 420 kbit/s.")) << words;
}

TEST(RateSentence, ADelayThatMayBeChanceIsNoDifference) {
  auto without = rate_half("off", 412, 0, 840), with = rate_half("two-stream", 26.2, 0, 400);
  EXPECT_TRUE(says(rate_words(without, with), "The sound is saved."));
  without.intervals.peer_sound_delay_p50 = {20, 800};
  with.intervals.peer_sound_delay_p50 = {25, 28};
  EXPECT_TRUE(says(rate_words(without, with),
                   "No difference of the sound could be shown here: the 95 % intervals of its delay overlap."));
}

TEST(RateSentence, ADelayThatNobodyHearsMayBeSure) {
  auto without = rate_half("off", 30, 0, 300), with = rate_half("two-stream", 20, 0, 300);
  without.intervals.peer_sound_delay_p50 = {28, 32};
  with.intervals.peer_sound_delay_p50 = {19, 21};
  EXPECT_TRUE(says(rate_words(without, with), "The sound comes 10.0 ms sooner, which nobody hears: the 95 %"));
}

TEST(RateSentence, WhatStillSuffersIsNotSaved) {
  const auto fewer = rate_words(rate_half("off", 412, 0.6, 840), rate_half("two-stream", 380, 0.3, 400));
  EXPECT_TRUE(says(fewer, "The sound fares better, and still suffers.")) << fewer;
  auto unknown = rate_half("two-stream", 20, 0, 400);
  unknown.peer_sound_loss = {};
  const auto sooner = rate_words(rate_half("off", 412, 0.6, 840), unknown);
  EXPECT_FALSE(says(sooner, "is saved")) << sooner;
}

TEST(RateSentence, CanComeOutWorseOrUndecided) {
  const auto worse = rate_words(rate_half("off", 20, 0, 300), rate_half("two-stream", 80, 0, 300));
  EXPECT_TRUE(says(worse, "did not help the sound")) << worse;
  const auto same = rate_words(rate_half("off", 20, 0, 300), rate_half("two-stream", 21, 0, 300));
  EXPECT_TRUE(says(same, "No difference of the sound could be shown")) << same;
  const auto lost = rate_words(rate_half("off", 20, 0, 300), rate_half("two-stream", 20, 0.2, 300));
  EXPECT_TRUE(says(lost, "did not help the sound")) << lost;
}

TEST(RateSentence, WithoutClocksReportsOrAFullLinkNothingIsMadeUp) {
  const auto unknown = rate_words(rate_half("off", {}, 0.3, 840), rate_half("two-stream", {}, 0, 400));
  EXPECT_TRUE(says(unknown, "how late the sound came is not known")) << unknown;
  EXPECT_TRUE(says(unknown, "The sound is saved.")) << "its loss tells it: " << unknown;
  auto silent = rate_half("two-stream", {}, 0, 400);
  silent.peer_sound_loss = {};
  EXPECT_EQ(rate_words(rate_half("off", 400, 0.3, 840), silent),
            "The remote’s reports do not come back: nothing can be compared.");
  auto empty = rate_half("off", 20, 0, 300);
  empty.link_kbps.reset();
  const auto never = rate_words(empty, rate_half("two-stream", 20, 0, 300));
  EXPECT_TRUE(says(never, "could not be measured")) << never;
  const auto little = rate_words(rate_half("off", 3, 0, 300), rate_half("two-stream", 1.9, 0, 300));
  EXPECT_TRUE(says(little, "No difference of the sound")) << little;
  const auto mixed = rate_words(rate_half("off", 400, 0, 300), rate_half("two-stream", 20, 0.3, 300));
  EXPECT_TRUE(says(mixed, "The sound comes sooner, and more of it is lost.")) << mixed;
}

}  // namespace
}  // namespace jitterscope::demonstration_sentence_test
