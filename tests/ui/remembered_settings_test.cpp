// What a window keeps for the next one, and what that makes of it.
#include "ui/remembered_settings.h"
#include "core/events/words.h"

#include <gmock/gmock.h>

#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QThreadPool>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/kept_settings.h"

namespace jitterscope::remembered_settings_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Remembered : public WindowFixture {
 protected:
  static std::vector<std::string> words(const std::vector<AnySetting>& settings) {
    std::vector<std::string> words;
    for (const AnySetting& setting : settings) words.push_back(name_of(setting) + " " + words_of(setting));
    return words;
  }
  static KeptSettings take() {
    return take_kept_settings([](AnySetting&) { return std::string(); });
  }
  static std::vector<std::string> kept() { return words(take().settings); }
  static void write(const QString& name, const QVariant& value) { kept_settings().setValue("settings/" + name, value); }
};

AnySetting setting(std::string_view name, std::string_view words) {
  std::string error;
  return parse_setting(name, words, error).value();
}

TEST_F(Remembered, EverySettingThatSaysSoComesBackAndNoOther) {
  CallSettings other;
  for (const auto& [name, words] : std::vector<std::pair<std::string, std::string>>{{"audio", "microphone:hall, left"},
                                                                                    {"audio-block", "171"},
                                                                                    {"background", "500,burst=8"},
                                                                                    {"cpu-load", "2"},
                                                                                    {"discard-late", "on"},
                                                                                    {"fps", "12.5"},
                                                                                    {"jpeg-quality", "60"},
                                                                                    {"link", "delay=20ms"},
                                                                                    {"lip-sync", "off"},
                                                                                    {"loss policy", "stripes"},
                                                                                    {"muted", "yes"},
                                                                                    {"playout.video", "i:60"},
                                                                                    {"priority.video-send", "nice"},
                                                                                    {"rate-control", "two-stream"},
                                                                                    {"receive video", "no"},
                                                                                    {"shaping", "c"},
                                                                                    {"speaker", "@usb"},
                                                                                    {"subsampling", "4:2:2"},
                                                                                    {"transport", "tcp"},
                                                                                    {"video", "file:/tmp/ä, b.mp4"},
                                                                                    {"video-load", "1"}})
    put(other, setting(name, words));
  RememberedSettings remembered;
  std::vector<std::string> wanted;
  each_value(other, [&]<typename S>(const Set<S>& set) {
    if (!S::facts.in_call) return;
    remembered.asked(set);
    if (S::facts.remembered) wanted.push_back(name_of(set) + " " + words_of(set));
  });
  remembered.in_force(other);
  EXPECT_THAT(kept(), testing::UnorderedElementsAreArray(wanted));
  EXPECT_THAT(wanted, testing::Contains("playout.video i:60"));
}

TEST_F(Remembered, OnlyWhatTheUserAskedForAndHasIsKept) {
  RememberedSettings remembered;
  CallSettings settings;
  remembered.asked(SetJpegQuality{60});
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre()) << "not in force yet";
  settings.jpeg_quality = 60;
  settings.lip_sync = false;
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre("jpeg-quality 60")) << "lip-sync was set by somebody else";
  settings.jpeg_quality = 40;
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre("jpeg-quality 60")) << "a demonstration's";
}

TEST_F(Remembered, WhatIsRefusedLeavesWhatWasKept) {
  RememberedSettings remembered;
  CallSettings settings;
  for (const std::string_view words : {"speech", "file:/nowhere.wav"})
    remembered.asked(std::get<SetAudio>(setting("audio", words)));
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre()) << "the last one counts, and it is not in force";
  remembered.asked(SetAudio{});
  remembered.in_force(settings);
  remembered.asked(std::get<SetAudio>(setting("audio", "file:/nowhere.wav")));
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre("audio speech"));
}

TEST_F(Remembered, WhatIsMeantForTheRemoteIsNotThisEnds) {
  RememberedSettings remembered;
  CallSettings settings;
  settings.audio_block = 171;
  remembered.asked(SetAudioBlock{171, End::kRemote});
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre());
  remembered.asked(SetAudioBlock{171, End::kBoth});
  remembered.in_force(settings);
  EXPECT_THAT(kept(), ElementsAre("audio-block 171"));
  remembered.asked(PlaceMarker{"mark 1"});
}

TEST_F(Remembered, WhatCannotBeReadIsSaidOnceAndPutAside) {
  write("jpeg-quality", 500);
  write("video", "hologram");
  write("colour", "red");
  write("link", "delay=20ms");
  write("fps", "20");
  write("priority.video-send/x", "nice");
  const KeptSettings first = take();
  EXPECT_THAT(words(first.settings), ElementsAre("fps 20"));
  for (const char* part : {"jpeg-quality takes 1 to 100; not '500'", "video takes camera[:ID]", "not 'hologram'",
                           "there is no setting 'colour'", "link is not remembered", "[settings-aside]"})
    EXPECT_THAT(first.sentence, HasSubstr(part));
  EXPECT_EQ(take().sentence, "") << "it is said once";
  EXPECT_EQ(kept_settings().value("settings-aside/video").toString(), "hologram");
  write("video", "radio");
  EXPECT_THAT(take().sentence, HasSubstr("not 'radio'"));
  EXPECT_EQ(kept_settings().value("settings-aside/video").toStringList(), QStringList({"hologram", "radio"}));
  forget_kept_settings();
  EXPECT_FALSE(kept_settings().contains("settings-aside/video"));
}

TEST_F(Remembered, ManyTroublesAreOneSentenceThatFitsTheWindow) {
  for (int i = 0; i < 300; ++i) write(QString("unknown%1").arg(i), "x\ny");
  write("speaker", "a\n<b>");
  const KeptSettings taken = take();
  EXPECT_THAT(taken.settings, IsEmpty());
  EXPECT_LT(taken.sentence.size(), 900u);
  EXPECT_THAT(taken.sentence, HasSubstr("and 295 more"));
  EXPECT_THAT(taken.sentence, Not(HasSubstr("\n")));
}

TEST_F(Remembered, WhatCanBeReadAndNotBeUsedIsPutAsideToo) {
  write("playout.audio", "ramjee9");
  write("playout.video", "e");
  const KeptSettings kept = take_kept_settings(
      [](AnySetting& wanted) { return words_of(wanted) == "ramjee9" ? std::string("there is no ramjee9") : ""; });
  EXPECT_THAT(words(kept.settings), ElementsAre("playout.video e"));
  EXPECT_THAT(kept.sentence, HasSubstr("there is no ramjee9"));
}

TEST_F(Remembered, AHandMayWriteAListWithoutQuotes) {
  write("video", QStringList({"file:/tmp/a", "b.mp4"}));
  EXPECT_THAT(kept(), ElementsAre("video file:/tmp/a,b.mp4"));
}

TEST_F(Remembered, AMenuForgetsThem) {
  write("fps", "20");
  open(false);
  auto* forget = action("Forget remembered settings");
  ASSERT_NE(forget, nullptr);
  forget->trigger();
  EXPECT_TRUE(said("the next start is as the first one was"));
  EXPECT_THAT(kept(), ElementsAre());
  EXPECT_TRUE(session.sent.empty()) << "what is in force stays";
}

TEST_F(Remembered, WhatIsSaidAtTheStartOutlivesThePlacingOfACall) {
  open(false);
  window->tell("A remembered file cannot be opened.");
  session.call.sentence = "Nobody answers.";
  ++session.call.told;
  session.call.stage = CallStage::kEnded;
  ticks(1);
  EXPECT_TRUE(said("Nobody answers."));
  session.call.sentence.clear();
  session.call.stage = CallStage::kCalling;
  ticks(1);
  EXPECT_FALSE(said("Nobody answers.")) << "of the call before";
  session.call.stage = CallStage::kEnded;
  ticks(1);
  window->tell("A remembered file cannot be opened.");
  session.call.stage = CallStage::kCalling;
  ticks(1);
  EXPECT_TRUE(said("cannot be opened"));
}

TEST(KeptSettings, WhatIsSetIsReadAtOnceAndWrittenByAnotherThread) {
  forget_kept_settings();
  auto* pool = QThreadPool::globalInstance();
  pool->waitForDone();
  const QString file = kept_settings().fileName();
  const auto on_disk = [&] {
    QFile read(file);
    return read.open(QFile::ReadOnly) ? read.readAll() : QByteArray();
  };
  const int threads = pool->maxThreadCount();
  pool->setMaxThreadCount(1);
  QSemaphore go_on;
  pool->start([&] { go_on.acquire(); });
  WrittenSettings()->setValue("settings/muted", "yes, at once");
  EXPECT_FALSE(on_disk().contains("at once")) << "the thread that writes is held up";
  EXPECT_EQ(kept_settings().value("settings/muted").toString(), "yes, at once");
  go_on.release();
  pool->waitForDone();
  pool->setMaxThreadCount(threads);
  EXPECT_TRUE(on_disk().contains("at once"));
  forget_kept_settings();
  EXPECT_FALSE(kept_settings().contains("settings/muted"));
}

constexpr QFile::Permissions kFileOfTheUser = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
constexpr QFile::Permissions kFolderOfTheUser = kFileOfTheUser | QFile::ExeOwner | QFile::ExeUser;

/// Settings are kept in a folder of the test's, and each process may do what it likes with new files.
class KeptElsewhere : public testing::Test {
 protected:
  KeptElsewhere() : mask_(::umask(0)) {
    before_ = QFileInfo(QFileInfo(kept_settings().fileName()).path()).path();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
  }
  ~KeptElsewhere() override {
    QThreadPool::globalInstance()->waitForDone();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, before_);
    ::umask(mask_);
  }
  QString own_folder() const { return folder_.path() + "/jitterscope"; }
  QString file() const { return own_folder() + "/jitterscope.conf"; }
  static void keep_something() {
    keep_address("192.0.2.7");
    QThreadPool::globalInstance()->waitForDone();
  }

  QTemporaryDir folder_;
  QString before_;
  mode_t mask_;
};

TEST_F(KeptElsewhere, ANewFileIsOfItsUserAloneWhateverTheMask) {
  keep_something();
  EXPECT_EQ(recent_addresses(), QStringList{"192.0.2.7"});
  EXPECT_EQ(QFileInfo(file()).permissions(), kFileOfTheUser);
  EXPECT_EQ(QFileInfo(own_folder()).permissions(), kFolderOfTheUser);
}

TEST_F(KeptElsewhere, AFileThatOthersMayReadIsNarrowedWhenItIsWritten) {
  QDir().mkpath(own_folder());
  QFile before(file());
  ASSERT_TRUE(before.open(QFile::WriteOnly));
  before.write("[settings]\nmuted=yes\n");
  before.close();
  keep_something();
  EXPECT_EQ(kept_settings().value("settings/muted").toString(), "yes");
  EXPECT_EQ(QFileInfo(file()).permissions(), kFileOfTheUser);
  EXPECT_EQ(QFileInfo(own_folder()).permissions(), kFolderOfTheUser);
}

TEST(KeptSettings, TheOldFileOfTheLayoutIsTakenOver) {
  forget_kept_settings();
  QString file;
  {
    QSettings old("jitterscope", "layout");
    old.setValue("zoom", 1.25);
    old.setValue("own-layouts/Mine/open", QStringList{"Jitter"});
    file = old.fileName();
  }
  kept_layout().setValue("layout", "call");
  take_over_old_layout();
  EXPECT_EQ(kept_layout().value("zoom").toDouble(), 1.25);
  EXPECT_EQ(kept_layout().value("layout").toString(), "call");
  EXPECT_FALSE(QFile::exists(file));
  forget_kept_settings();
  EXPECT_FALSE(kept_layout().contains("zoom"));
  EXPECT_TRUE(kept_layout().contains("own-layouts/Mine/open")) << "what has a name of the user's own stays";
  kept_layout().remove("own-layouts");
}

}  // namespace
}  // namespace jitterscope::remembered_settings_test
