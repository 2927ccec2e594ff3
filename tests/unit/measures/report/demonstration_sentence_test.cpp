// What demonstrations say in words: of shaping beside the rows of its table, over generated tables; of each kind where
// it matters.
#include "core/measures/report/demonstration_sentence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/loss_comparison.h"

namespace jitterscope::demonstration_sentence_test {
namespace {

constexpr auto kShaping = DemonstrationKind::kShaping, kPriority = DemonstrationKind::kPriority,
               kRateControl = DemonstrationKind::kRateControl;

DemonstrationHalf half(const char* variant) {
  DemonstrationHalf made;
  made.variant = variant;
  made.seconds = 30;
  return made;
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

bool says(const std::string& sentence, const std::string& words) {
  return sentence.find(words) != std::string::npos;
}

void expect_says(const std::string& sentence, std::initializer_list<const char*> those,
                 std::initializer_list<const char*> not_those = {}) {
  for (const char* words : those) EXPECT_TRUE(says(sentence, words)) << words << ": " << sentence;
  for (const char* words : not_those) EXPECT_FALSE(says(sentence, words)) << words << ": " << sentence;
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

/// "A lost fewer packets and frames." names both; "A lost fewer frames." only one.
bool names(const std::string& sentence, const std::string& claim, const std::string& what) {
  for (auto at = sentence.find(claim); at != std::string::npos; at = sentence.find(claim, at + 1)) {
    const auto end = sentence.find_first_of(".(", at);
    if (sentence.substr(at + claim.size(), end - at - claim.size()).find(what) != std::string::npos) return true;
  }
  return false;
}

struct Row {
  const char* what;
  const LossShare &before, &after;
  LossChange change() const { return compare_losses(before, after); }
  bool overlaps() const { return change() == LossChange::kUndecided && before.low && after.low; }
};

/// The two rows of one direction, and what is said of it.
struct Way {
  std::array<Row, 2> rows;

  bool known() const {
    return std::ranges::all_of(rows, [](const Row& row) { return row.before.share && row.after.share; });
  }
  std::array<LossChange, 2> changes() const { return {rows[0].change(), rows[1].change()}; }
  bool some(LossChange which) const { return std::ranges::count(changes(), which) > 0; }
  void expect_told(const std::string& words) const {
    for (const Row& row : rows) {
      const LossChange change = row.change();
      EXPECT_TRUE(says(words, loss_words(row.before)) && says(words, loss_words(row.after))) << "the cells' numbers";
      EXPECT_EQ(names(words, "A lost fewer ", row.what), change == LossChange::kLower) << row.what;
      EXPECT_EQ(names(words, "A lost more ", row.what), change == LossChange::kHigher) << row.what;
      EXPECT_EQ(names(words, "Whether A loses fewer ", row.what), change == LossChange::kUndecided) << row.what;
      if (!row.overlaps()) continue;
      EXPECT_TRUE(says(words, interval_words(row.before)) && says(words, interval_words(row.after))) << "why";
    }
    EXPECT_EQ(says(words, "overlap"), rows[0].overlaps() || rows[1].overlaps()) << "only intervals that are there do";
  }
};

TEST(ShapingSentence, SaysWhatTheRowsSayAndNothingElse) {
  const std::string of_local = "Of the video received locally: ", of_remote = "Of the video received by the remote: ";
  std::mt19937 random(13);
  int told = 0, both = 0, remote_alone = 0;
  for (int table = 0; table < 10'000 && !HasFailure(); ++table) {
    auto before = half("c"), after = half("a");
    for (auto* of : {&before, &after})
      for (auto* loss : {&of->packet_loss, &of->frame_loss, &of->peer_packet_loss, &of->peer_frame_loss})
        *loss = any_loss(random);
    if (random() % 2) before.frame_delay.mean = 14.0, after.frame_delay.mean = random() % 2 ? 62.0 : 12.0;
    const Way local{
        {Row{"packets", before.packet_loss, after.packet_loss}, Row{"frames", before.frame_loss, after.frame_loss}}},
        remote{{Row{"packets", before.peer_packet_loss, after.peer_packet_loss},
                Row{"frames", before.peer_frame_loss, after.peer_frame_loss}}};
    const auto sentence = words(kShaping, before, after);
    SCOPED_TRACE(sentence);
    EXPECT_EQ(sentence.empty(), !local.known() && !remote.known());
    EXPECT_EQ(is_undecided(kShaping, before, after),
              !sentence.empty() && !says(sentence, "lost fewer") && !says(sentence, "lost more"));
    if (sentence.empty()) continue;
    ++told;
    const auto split = sentence.find(of_remote);
    const bool differs = local.known() && remote.known() && local.changes() != remote.changes();
    EXPECT_EQ(says(sentence, of_local), differs);
    EXPECT_EQ(split != std::string::npos, differs || !local.known()) << "whose the numbers are";
    if (local.known()) local.expect_told(sentence.substr(0, split));
    if (split != std::string::npos) remote.expect_told(sentence.substr(split));
    both += differs;
    remote_alone += !local.known();
    const auto lead = sentence.substr(0, sentence.find(of_local));
    for (const auto& [which, claim] :
         {std::pair(LossChange::kLower, "A lost fewer "), {LossChange::kHigher, "A lost more "}})
      for (const std::size_t row : {0u, 1u})
        EXPECT_EQ(differs && names(lead, claim, local.rows[row].what),
                  differs && local.changes()[row] == which && remote.changes()[row] == which)
            << "first what holds both ways";
    const Way& one = local.known() ? local : remote;
    const bool fewer = one.some(LossChange::kLower), more = one.some(LossChange::kHigher);
    EXPECT_EQ(says(sentence, "spread packets find room"), !differs && fewer && !more);
    EXPECT_EQ(says(sentence, "did not help"), !differs && more && !fewer);
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
  EXPECT_EQ(words(kShaping, before, after),
            "With C 1.80 % of the packets and 23.0 % of the frames were lost, with A 0 % and 0 %. A lost fewer frames: "
            "the 95 % intervals lie apart. Whether A loses fewer packets than C cannot be told from these seconds: the "
            "95 % intervals of packets overlap (0–4.00 % with C, at most 0.15 % with A). The bursts of whole frames "
            "overrun the short queue; spread packets find room in it.");
}

TEST(ShapingSentence, HalfTheQueueShowedNothingEither) {
  auto before = half("c"), after = half("a");
  before.packet_loss = before.frame_loss = {0.02, 0, 0.04};
  after.packet_loss = after.frame_loss = {0.01, 0, 0.03};
  constexpr auto kSaid = "No difference could be shown here, also with half the queue.";
  expect_says(words(kShaping, before, after), {}, {kSaid});
  expect_says(words(kShaping, before, after, true), {kSaid});
  after.packet_loss = {0.3, 0.2, 0.4};
  expect_says(words(kShaping, before, after, true), {}, {kSaid});
}

/// A fifth is lost with C, none with A.
class Spread : public testing::Test {
 protected:
  Spread() {
    before_.packet_loss = before_.frame_loss = {0.2, 0.18, 0.22};
    after_.packet_loss = after_.frame_loss = {0, 0, 0.003};
  }
  std::string said() const { return words(kShaping, before_, after_); }
  DemonstrationHalf before_ = half("c"), after_ = half("a");
};

TEST_F(Spread, TellsHowTheSoundBesideItFared) {
  before_.audio_interarrival.stddev = 9.31;
  expect_says(said(), {}, {"the sound"});
  after_.audio_interarrival.stddev = 4.2;
  expect_says(said(), {"The spacing of the sound beside it varied by 9.31 ms with C, by 4.20 ms with A."});
}

TEST_F(Spread, TheOtherDirectionIsToldWhereItDiffers) {
  before_.peer_packet_loss = before_.peer_frame_loss = {0.21, 0.19, 0.23};
  after_.peer_packet_loss = after_.peer_frame_loss = {0.001, 0, 0.002};
  expect_says(said(), {}, {"by the remote"});
  after_.peer_packet_loss = after_.peer_frame_loss = {0.3, 0.25, 0.35};
  expect_says(said(), {"Of the video received by the remote: With C 21.0 % of the packets",
                       "A lost more packets and frames: the 95 % intervals lie apart."});
}

TEST_F(Spread, APriceThatMayBeChanceIsNone) {
  before_.frame_delay.mean = 60;
  after_.frame_delay.mean = 62;
  expect_says(said(), {"the price"});
  before_.intervals.frame_delay_mean = {58, 61.5};
  after_.intervals.frame_delay_mean = {61, 63};
  expect_says(said(), {}, {"the price"});
  after_.intervals.frame_delay_mean = {61.6, 63};
  expect_says(said(), {"the price"});
}

/// p99 of the wait, ms, with its interval.
DemonstrationHalf waits(const char* variant, double p99_ms, std::optional<Interval95> interval = {}) {
  auto made = half(variant);
  made.kernel_to_user.n = 5000;
  made.kernel_to_user.p99 = p99_ms;
  made.intervals.kernel_to_user_p99 = interval;
  return made;
}

TEST(PrioritySentence, SaysHowSureItIs) {
  constexpr Interval95 kQuick{0.1, 0.2}, kSlow{2.1, 3.6}, kWide{0.15, 5}, kShort{0.09, 0.11}, kLong{0.13, 0.15};
  const auto before = [](double ms, std::optional<Interval95> in = {}) { return waits("default", ms, in); };
  const auto after = [](double ms, std::optional<Interval95> in = {}) { return waits("realtime", ms, in); };
  auto brief = after(0.1), refused = after(12), rtkit = after(0.5);
  brief.seconds = 6;
  refused.effective = "default";
  rtkit.effective = "rr 19";
  constexpr auto kNotMeasured = "it cannot be measured on this machine";
  const struct {
    DemonstrationHalf first, second;
    bool again, undecided;  // more load may show more
    const char *said, *not_said = "made no difference";
  } cases[] = {
      {before(2.8), after(0.14), false, false, "20 times sooner; no 95 % interval is known."},
      {before(2.8), after(0.14, kQuick), false, false, "; no 95 % interval is known in the default class."},
      {before(2.8, kSlow), after(0.14, kQuick), false, false, "20 times sooner: the 95 % intervals lie apart."},
      {before(2.8, kWide), after(0.14, kQuick), false, true,
       "the 95 % intervals overlap (150 µs to 5.00 ms, 100 µs to 200 µs)", "sooner."},
      {before(0.14, kWide), after(2.8, kQuick), false, true, "overlap", "did not help"},
      {before(0.05), after(0.5), true, false, "did not help", kNotMeasured},
      {before(12), after(0.5), true, false, "24 times sooner"},
      {before(12), rtkit, false, false, "24 times sooner", "not as asked for"},
      {before(12), refused, false, false, "After, the kernel had the receiver of sound in the class"},
      // What is little may be sure.
      {before(0.14), after(0.1), false, true, "no difference"},
      {before(0.14), after(0.1), true, true, kNotMeasured},
      {before(0.14), brief, true, true, "no difference", kNotMeasured},
      {before(0.14, kLong), after(0.1, kShort), true, true,
       "1.4 times sooner, which is little: the 95 % intervals lie apart.", kNotMeasured},
      {after(0.1, kShort), before(0.14, kLong), true, true, "1.4 times later, which is little: the"},
      {after(0.1, kQuick), before(0.14, kLong), true, true, "Nor do two more video applications decide it."},
  };
  for (const auto& [first, second, again, undecided, said, not_said] : cases) {
    const auto sentence = words(kPriority, first, second, again);
    expect_says(sentence, {said}, {not_said});
    EXPECT_EQ(is_undecided(kPriority, first, second), undecided) << sentence;
  }
}

TEST(PrioritySentence, SaysWhatWasNotSeen) {
  auto before = half("default"), after = half("realtime");
  EXPECT_EQ(words(kPriority, before, after), "");
  EXPECT_FALSE(is_undecided(kPriority, before, after)) << "nothing was measured: more load would not help";
  before.audio_interarrival.n = after.audio_interarrival.n = 100;
  before.audio_interarrival.stddev = after.audio_interarrival.stddev = 1;
  before.effective = "nice 5";
  after.effective = "realtime 18";
  expect_says(words(kPriority, before, after),
              {"no receive stamps", "Before, the kernel had the receiver of sound in the class \"nice 5\""},
              {"After, the kernel"});
}

TEST(PrioritySentence, NamesWhatIsComparedWhereRealTimeIsRefused) {
  auto before = waits("default", 2.8), after = waits("slice", 0.14);
  before.effective = "default";
  after.effective = "slice 0.1 ms";
  expect_says(words(kPriority, before, after),
              {"in the slice class within 140 µs, 20 times sooner", "The real-time class was refused."},
              {"grant", "not as asked for"});  // a right is not all that may lack; the notice has the reason
  after.variant = after.effective.emplace("realtime");
  expect_says(words(kPriority, before, after), {}, {"refused"});
}

/// Sound that comes `late_ms`, of which `lost` is lost; the link carries 500 kbit/s.
DemonstrationHalf rate_half(const char* variant, std::optional<double> late_ms, double lost, double picture_kbps,
                            std::optional<Interval95> interval = {}) {
  const auto steady = [](double kbps) { return std::vector<SeriesPoint>(15, SeriesPoint{0, kbps}); };
  auto made = half(variant);
  made.peer_sound_delay.n = late_ms ? 90 : 0;
  made.peer_sound_delay.p50 = late_ms;
  made.peer_sound_loss = {lost, lost * 0.8, std::max(lost * 1.2, 0.004)};
  made.link_kbps = 500;
  made.sound_kbps = steady(80);
  made.picture_kbps = steady(picture_kbps);
  made.intervals.peer_sound_delay_p50 = interval;
  return made;
}
template <typename... Rest>
DemonstrationHalf off(std::optional<double> late_ms, Rest... rest) {
  return rate_half("off", late_ms, rest...);
}
template <typename... Rest>
DemonstrationHalf on(std::optional<double> late_ms, Rest... rest) {
  return rate_half("two-stream", late_ms, rest...);
}

TEST(RateSentence, TheSoundIsSavedAndThePictureTakesWhatIsLeft) {
  EXPECT_EQ(
      words(kRateControl, off(412, 0.31, 840), on(26.2, 0, 400)),
      "Without rate control the sound came 412 ms late (median), 31.0 % of it was lost. With it the sound came 26.2 ms "
      "late (median), 0 % of it was lost. The sound is saved. The picture reached 400 of 420 kbit/s after 5 s.");
}

TEST(RateSentence, SaysHowTheSoundAndThePictureFared) {
  auto left_out = on(26.2, 0, 400), all_sent = left_out, unknown_loss = on(20, 0, 400), never_full = off(20, 0, 300),
       silent = on({}, 0, 400);
  left_out.pictures_sent = all_sent.pictures_sent = 240;
  left_out.pictures_left_out = 210;
  unknown_loss.peer_sound_loss = silent.peer_sound_loss = {};
  never_full.link_kbps.reset();
  const struct {
    DemonstrationHalf without, with;
    const char *said, *not_said = "made no difference";
  } cases[] = {
      {off(412, 0.31, 840), left_out, "after 5 s. The controller left out 210 of 450 pictures."},
      {off(412, 0.31, 840), all_sent, "after 5 s.", "left out"},
      {off(412, 0.31, 840), on(26.2, 0, 90), "The picture is still searching: it has come to 90.0 of 420 kbit/s."},
      {off(412, 0, 840), on(26.2, 0, 400), "The sound is saved."},
      {off(412, 0, 840, Interval95{20, 800}), on(26.2, 0, 400, Interval95{25, 28}),
       "No difference of the sound could be shown here: the 95 % intervals of its delay overlap."},
      {off(30, 0, 300, Interval95{28, 32}), on(20, 0, 300, Interval95{19, 21}),
       "The sound comes 10.0 ms sooner, which nobody hears: the 95 %"},
      {off(412, 0.6, 840), on(380, 0.3, 400), "The sound fares better, and still suffers."},
      {off(412, 0.6, 840), unknown_loss, "still suffers", "is saved"},
      {off(20, 0, 300), on(80, 0, 300), "did not help the sound"},
      {off(20, 0, 300), on(20, 0.2, 300), "did not help the sound"},
      {off(20, 0, 300), on(21, 0, 300), "No difference of the sound could be shown"},
      {off(3, 0, 300), on(1.9, 0, 300), "No difference of the sound"},
      {off(400, 0, 300), on(20, 0.3, 300), "The sound comes sooner, and more of it is lost."},
      // Nothing is made up without clocks, reports or a full link.
      {off({}, 0.3, 840), on({}, 0, 400), "how late the sound came is not known"},
      {off({}, 0.3, 840), on({}, 0, 400), "The sound is saved."},
      {off(400, 0.3, 840), silent, "The remote’s reports do not come back: nothing can be compared."},
      {never_full, on(20, 0, 300), "could not be measured"},
  };
  for (const auto& [without, with, said, not_said] : cases) {
    expect_says(words(kRateControl, without, with), {said}, {not_said});
  }
}

}  // namespace
}  // namespace jitterscope::demonstration_sentence_test
