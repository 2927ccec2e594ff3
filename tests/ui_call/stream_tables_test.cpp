// The streams of a file, the packets of one and its sound, as they are read on a thread of their own.
#include "app/window/stream_tables.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::stream_tables_test {
namespace {

using capture_bytes::Rtp;

/// How often somebody who asked for a sound was answered, and how the last time.
struct Answer {
  std::atomic<int> times = 0;
  std::optional<StreamSound> sound;
  std::string why;
};

class Tables : public testing::Test {
 protected:
  static constexpr int kLimitMs = 20'000;

  std::string capture(int packets, const Rtp& fields = {}) {
    const auto path = folder_.filePath("call.pcap").toStdString();
    std::ofstream(path, std::ios::binary) << capture_bytes::stream_of_20_ms(packets, 160, fields).file();
    return path;
  }
  void open(const std::string& path) { tables_ = std::make_unique<StreamTables>(path, OpenOptions()); }
  void open_to_the_end(const std::string& path) {
    open(path);
    ASSERT_TRUE(until([&] { return tables_->streams() && tables_->streams()->complete; }));
  }
  std::shared_ptr<Answer> ask(std::optional<double> from_s = {}, std::size_t stream = 0) {
    auto answer = std::make_shared<Answer>();
    tables_->ask_sound(stream, from_s, [answer](std::optional<StreamSound> sound, const std::string& why) {
      answer->sound = std::move(sound);
      answer->why = why;
      ++answer->times;
    });
    return answer;
  }
  template <typename Condition>
  static bool until(Condition condition) {
    return QTest::qWaitFor(condition, kLimitMs);
  }
  static bool answered(const Answer& answer) {
    return until([&] { return answer.times > 0; });
  }
  /// All that was asked for before has been done, or will never be.
  void let_work_end() {
    static int turn = 0;
    const auto stretch = Stretch::of(0, 0.1 + 0.1 * (++turn % 2));
    tables_->set_stretch(stretch);
    ASSERT_TRUE(until([&] { return tables_->streams()->stretch == stretch; }));
  }

  QTemporaryDir folder_;
  std::unique_ptr<StreamTables> tables_;
};

TEST_F(Tables, TheStreamsOfACaptureAreMeasured) {
  open_to_the_end(capture(50));
  const auto listed = tables_->streams();
  ASSERT_EQ(listed->streams.size(), 1u);
  EXPECT_TRUE(listed->streams[0].measured);
  EXPECT_EQ(listed->streams[0].report.packets, 50);
  EXPECT_EQ(listed->streams[0].no_sound, "");
  EXPECT_EQ(listed->trouble, "");
}

TEST_F(Tables, PacketsThatAreAskedForWhileTheFileIsReadAreListed) {
  open(capture(5000));
  ASSERT_TRUE(until([&] { return tables_->packets(0) != nullptr; }));
  EXPECT_EQ(tables_->packets(0)->rows.size(), 5000u);
  ASSERT_TRUE(until([&] { return tables_->packets(7) != nullptr; }));
  EXPECT_TRUE(tables_->packets(7)->rows.empty()) << "there is no such stream";
}

TEST_F(Tables, FiguresAreOfAStretchAndThenOfTheWholeFileAgain) {
  open_to_the_end(capture(100));
  const auto stretch = Stretch::of(0.5, 1.5);
  tables_->set_stretch(stretch);
  ASSERT_TRUE(until([&] { return tables_->streams()->stretch == stretch; }));
  EXPECT_EQ(tables_->streams()->streams.at(0).report.packets, 50);
  tables_->set_stretch(std::nullopt);
  ASSERT_TRUE(until([&] { return !tables_->streams()->stretch && tables_->streams()->complete; }));
  EXPECT_EQ(tables_->streams()->streams.at(0).report.packets, 100);
}

TEST_F(Tables, ASoundIsGivenOnceWheneverItIsAsked) {
  open(capture(100));
  const auto meanwhile = ask();
  ASSERT_TRUE(answered(*meanwhile));
  ASSERT_TRUE(meanwhile->sound) << meanwhile->why;
  EXPECT_EQ(meanwhile->sound->samples.size(), 16'000u);
  const auto later = ask(1.0);
  ASSERT_TRUE(answered(*later));
  ASSERT_TRUE(later->sound) << later->why;
  EXPECT_EQ(later->sound->samples.size(), 8'000u);
  EXPECT_EQ(later->sound->from_s, 1);
  let_work_end();
  EXPECT_EQ(meanwhile->times, 1);
  EXPECT_EQ(later->times, 1);
}

TEST_F(Tables, ASoundThatCannotBeHadIsRefusedOnce) {
  open(capture(100, {.payload_type = 118}));
  const auto unknown = ask();
  ASSERT_TRUE(answered(*unknown));
  EXPECT_FALSE(unknown->sound);
  EXPECT_THAT(unknown->why, testing::HasSubstr("Nobody says"));
  const auto nowhere = ask({}, 7);
  ASSERT_TRUE(answered(*nowhere));
  EXPECT_FALSE(nowhere->sound);
  EXPECT_EQ(nowhere->why, "There is no such stream.");
  let_work_end();
  EXPECT_EQ(unknown->times, 1);
  EXPECT_EQ(nowhere->times, 1);
}

TEST_F(Tables, OfSoundsThatAreAskedForMeanwhileTheLastAloneIsGivenAndOneThatIsStoppedIsNot) {
  open_to_the_end(capture(100));
  const auto second = std::make_shared<Answer>(), third = std::make_shared<Answer>(), last = std::make_shared<Answer>();
  const auto counted = [](const std::shared_ptr<Answer>& answer) {
    return [answer](std::optional<StreamSound>, const std::string&) { ++answer->times; };
  };
  std::atomic<bool> asked = false;
  tables_->ask_sound(0, {}, [&, second, third](std::optional<StreamSound>, const std::string&) {
    tables_->ask_sound(0, {}, counted(second));  // here the thread that reads cannot do so yet
    tables_->ask_sound(0, {}, counted(third));
    tables_->stop_sound();
    asked = true;
  });
  ASSERT_TRUE(until([&] { return asked.load(); }));
  let_work_end();
  EXPECT_EQ(second->times, 0);
  EXPECT_EQ(third->times, 0);
  tables_->ask_sound(0, {}, [&, second](std::optional<StreamSound>, const std::string&) {
    tables_->ask_sound(7, {}, counted(second));
    tables_->ask_sound(0, {}, counted(last));
  });
  ASSERT_TRUE(answered(*last));
  EXPECT_EQ(second->times, 0);
  EXPECT_EQ(last->times, 1);
  EXPECT_EQ(second.use_count(), 1) << "whoever asked is let go";
}

TEST_F(Tables, AJumpWithinTheStreamThatWasHeardLastNeedsNoReadingOfTheFile) {
  const auto path = capture(100);
  open_to_the_end(path);
  ASSERT_TRUE(answered(*ask(1.0)));
  std::filesystem::remove(path);
  const auto behind = ask(9.0);
  ASSERT_TRUE(answered(*behind));
  const auto jumped = ask(0.5);
  ASSERT_TRUE(answered(*jumped));
  ASSERT_TRUE(jumped->sound) << jumped->why;
  EXPECT_EQ(jumped->sound->from_s, 0.5);
  EXPECT_EQ(jumped->sound->samples.size(), 12'000u);
  ASSERT_TRUE(behind->sound) << behind->why;
  EXPECT_EQ(behind->sound->samples.size(), 16'000u) << "from its beginning";
}

TEST_F(Tables, TheSoundOfAFileThatHasGoneIsRefused) {
  const auto path = capture(100);
  open_to_the_end(path);
  std::filesystem::remove(path);
  const auto gone = ask();
  ASSERT_TRUE(answered(*gone));
  EXPECT_FALSE(gone->sound);
  EXPECT_THAT(gone->why, testing::HasSubstr("open it again"));
}

TEST_F(Tables, OfAFileThatCannotBeReadTheTroubleIsToldToWhoeverAsksForASound) {
  open(folder_.filePath("none.pcap").toStdString());
  const auto meanwhile = ask();
  EXPECT_TRUE(answered(*meanwhile));
  ASSERT_TRUE(until([&] { return tables_->streams() && tables_->streams()->complete; }));
  EXPECT_THAT(tables_->streams()->trouble, testing::HasSubstr("none.pcap"));
  EXPECT_FALSE(meanwhile->sound);
  EXPECT_EQ(meanwhile->why, tables_->streams()->trouble);
  const auto later = ask();
  EXPECT_TRUE(answered(*later));
  EXPECT_EQ(later->why, tables_->streams()->trouble);
  tables_->stop();
  EXPECT_TRUE(until([&] { return tables_->ended(); }));
  EXPECT_EQ(meanwhile->times, 1);
  EXPECT_EQ(later->times, 1);
}

TEST_F(Tables, NobodyIsAnsweredOnceTheyAreStoppedAndNothingHangs) {
  open(capture(5000));
  tables_->stop();
  const auto stopped = ask();
  EXPECT_TRUE(until([&] { return tables_->ended(); }));
  EXPECT_EQ(stopped->times, 0);
  open(capture(5000));
  const auto destroyed = ask();
  tables_.reset();
  EXPECT_EQ(destroyed.use_count(), 1) << "whoever asked is let go";
}

}  // namespace
}  // namespace jitterscope::stream_tables_test
