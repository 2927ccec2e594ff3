// The stretch that is selected is read in the background: the newest wish wins, and what fails is a sentence.
#include <gtest/gtest.h>

#include <QTest>

#include "app/window/stretch_picture.h"

namespace jitterscope::stretch_picture_test {
namespace {

using State = SelectedStretch::State;

AnalysisQuery of(double from_s, double to_s) {
  AnalysisQuery query;
  query.window = MeasureWindow::kSelection;
  query.selection_s = {from_s, to_s};
  return query;
}

OpenedCall opened(const Stretch& stretch) {
  OpenedCall call{CallAnalyzer(Timestamp::ns(1)), Timestamp::ns(2), {}};
  call.stretch = stretch;
  return call;
}

bool shows(const StretchPicture& picture, double from_s, double to_s) {
  return QTest::qWaitFor(
      [&] {
        const auto result = picture.result();
        return result && result->selected.state == State::kShown &&
               result->selected.stretch == *Stretch::of(from_s, to_s) && result->snapshot;
      },
      10'000);
}

constexpr std::chrono::milliseconds kNoRest{0};

TEST(StretchPicture, IsMadeOfASelectionAndOfNothingElse) {
  StretchPicture picture([](const Stretch& stretch, auto&, auto) { return std::optional(opened(stretch)); }, kNoRest);
  EXPECT_FALSE(picture.result());
  picture.want(AnalysisQuery{});
  EXPECT_FALSE(picture.result());
  picture.want(of(1, 2));
  ASSERT_TRUE(picture.result());
  EXPECT_NE(picture.result()->selected.state, State::kNotRead);
  EXPECT_TRUE(shows(picture, 1, 2));
  picture.want(AnalysisQuery{});
  EXPECT_FALSE(picture.result());
}

TEST(StretchPicture, WhatIsReadForAnotherWishEnds) {
  std::atomic<int> began = 0, ended = 0;
  StretchPicture picture(
      [&](const Stretch& stretch, auto&, std::stop_token stop) -> std::optional<OpenedCall> {
        ++began;
        if (stretch.from_s() == 1) {
          while (!stop.stop_requested()) std::this_thread::yield();
          ++ended;
          return std::nullopt;
        }
        return opened(stretch);
      },
      kNoRest);
  picture.want(of(1, 2));
  ASSERT_TRUE(QTest::qWaitFor([&] { return began == 1; }, 10'000));
  EXPECT_EQ(picture.result()->selected.state, State::kIsRead);
  picture.want(of(3, 4));
  EXPECT_TRUE(shows(picture, 3, 4));
  EXPECT_EQ(ended, 1);
  picture.want(of(1, 2));
  ASSERT_TRUE(QTest::qWaitFor([&] { return began == 3; }, 10'000));
  picture.want(of(3, 4));
  picture.want(of(1, 2));  // back before anything else was read
  picture.want(of(5, 6));
  EXPECT_TRUE(shows(picture, 5, 6));
}

TEST(StretchPicture, AWishThatWentAwayAndCameBackIsMet) {
  StretchPicture picture([](const Stretch& stretch, auto&, auto) { return std::optional(opened(stretch)); }, kNoRest);
  for (int i = 0; i < 50; ++i) {
    picture.want(of(1, 2));
    ASSERT_TRUE(shows(picture, 1, 2)) << i;
    picture.want(AnalysisQuery{});
    picture.want(of(1, 2));  // before the thread that reads looked again
    ASSERT_TRUE(QTest::qWaitFor([&] { return picture.result()->selected.state == State::kShown; }, 2000)) << i;
  }
}

TEST(StretchPicture, AnotherQueryOfTheSameStretchIsNotReadAgain) {
  std::atomic<int> read = 0;
  StretchPicture picture(
      [&](const Stretch& stretch, auto&, auto) {
        ++read;
        return std::optional(opened(stretch));
      },
      kNoRest);
  picture.want(of(1, 2));
  ASSERT_TRUE(shows(picture, 1, 2));
  const auto first = picture.result();
  AnalysisQuery query = of(1, 2);
  query.reference = LatenessReference::kFirst;
  picture.want(query);
  ASSERT_TRUE(QTest::qWaitFor([&] { return picture.result() != first; }, 10'000));
  EXPECT_EQ(read, 1);
  picture.renew();
  ASSERT_TRUE(QTest::qWaitFor([&] { return read == 2; }, 10'000)) << "a file that has grown";
}

TEST(StretchPicture, WhatFailsIsASentence) {
  for (const bool memory : {true, false}) {
    StretchPicture picture(
        [&](const Stretch&, std::string& error, auto) -> std::optional<OpenedCall> {
          if (memory) throw std::bad_alloc();
          error = "It is damaged.";
          return std::nullopt;
        },
        kNoRest);
    picture.want(of(1, 2));
    ASSERT_TRUE(QTest::qWaitFor([&] { return picture.result()->selected.state == State::kNotRead; }, 10'000));
    EXPECT_EQ(picture.result()->selected.why,
              memory ? "It needs more memory than this machine has." : "It is damaged.");
  }
}

}  // namespace
}  // namespace jitterscope::stretch_picture_test
