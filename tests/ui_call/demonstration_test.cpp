// A demonstration in the program's window over a real call, begun and gone through by keys and clicks.
#include <QFile>

#include "app/window/start_settings.h"
#include "core/measures/views/demonstration_view.h"
#include "tests/ui_call/call_window.h"
#include "tests/unit/call/path/forwarding_host.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/kept_settings.h"
#include "ui/panels/demonstration_panel.h"

namespace jitterscope::demonstrated_call_test {
namespace {

using Words = std::map<std::string, std::string>;

class DemonstratedCall : public CallWindow {
 protected:
  EndpointOptions ben_options() override {
    EndpointOptions ben = listener_options("Ben");
    ben.consent = true;
    return ben;
  }
  ConditionsHost* conditions() override { return &host_; }
  void TearDown() override {  // before the host
    window_.reset();
    port_.reset();
    ada_.reset();
  }

  void press_space() {
    auto* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : window_->centralWidget(), Qt::Key_Space);
  }
  std::string state() {
    const auto seen = now();
    return seen && seen->demonstration ? seen->demonstration->state : "";
  }
  bool comes_to(const char* wanted) {
    return until([&] { return state() == wanted; });
  }
  bool is_there(const QString& name) {
    for (const auto* found : window_->findChildren<QAbstractButton*>())
      if (found->accessibleName() == name && found->isVisible() && found->isEnabled()) return true;
    return false;
  }
  /// Its question, which Space answers when the call has been measured long enough.
  void begin_shaping() {
    key(Qt::Key_D, Qt::ControlModifier);
    EXPECT_TRUE(strip().words().contains(facts_of(DemonstrationKind::kShaping).question))
        << strip().words().toStdString();
    ASSERT_TRUE(until([&] { return is_there("Begin the demonstration"); }));
    EXPECT_EQ(state(), "") << "it asks first";
    press_space();
    ASSERT_TRUE(comes_to("settling")) << ada_->view().sentence;
    press("Pause the demonstration");
  }
  void press(const char* name) {
    ASSERT_TRUE(until([&] { return is_there(name); })) << name;
    click(name);
  }
  /// On from where it waits. A half is five seconds old then.
  void go_on() { press("Next step of the demonstration"); }
  DemonstrationStrip& strip() { return the<DemonstrationStrip>(); }
  std::array<Words, 2> settings() { return {words_of_all(ada_->view().settings), words_of_all(ben_->view().settings)}; }

  ForwardingHost host_;
};

TEST_F(DemonstratedCall, GoneThroughByKeysAndStepsAnswersAndLeavesAllAsBefore) {
  const auto before = settings();
  begin_shaping();
  for (const char* step : {"settling", "before", "after"}) {
    ASSERT_TRUE(comes_to(step));
    EXPECT_TRUE(until([&] { return strip().words().startsWith(step_words(*now()->demonstration)); }))
        << strip().words().toStdString();
    const auto wanted = *ShapingSetting::parse(std::string_view(step) == "after" ? "a" : "c");
    EXPECT_TRUE(until([&] { return ben_->view().settings.shaping == wanted; })) << step;
    EXPECT_EQ(ada_->view().settings.shaping, wanted) << step;
    EXPECT_NE(ada_->view().settings.link, LinkSettings{}) << step;
    go_on();
  }
  ASSERT_TRUE(comes_to("done"));
  auto& panel = the<DemonstrationPanel>();
  ASSERT_TRUE(until([&] { return panel.isVisible() && !panel.sentence().isEmpty(); }));
  EXPECT_EQ(panel.sentence().toStdString(), now()->demonstration->sentence);
  EXPECT_TRUE(until([&] { return strip().words().isEmpty(); })) << strip().words().toStdString();
  click("Demonstration shown as: figures");
  EXPECT_TRUE(panel.table().isVisible());
  ASSERT_GT(panel.table().rowCount(), 3);
  EXPECT_EQ(panel.table().horizontalHeaderItem(1)->text(), "Strategy C");
  EXPECT_EQ(panel.table().horizontalHeaderItem(2)->text(), "Strategy A");
  for (const int column : {1, 2}) EXPECT_TRUE(panel.table().cell(0, column).contains('%')) << column;
  EXPECT_TRUE(until([&] { return settings() == before; }));
  for (const std::size_t end : {0, 1}) EXPECT_EQ(settings()[end], before[end]) << end;
}

/// What is on disk while it runs is what the next start has after a crash.
TEST_F(DemonstratedCall, NothingOfItIsKeptForTheNextStart) {
  port_->set_remembering(true);
  port_->send(SetAudioBlock{200});  // of those that are remembered; Priority sets it
  port_->send(SetJpegQuality{61});
  ASSERT_TRUE(until([&] { return port_->settings().audio_block == 200 && port_->settings().jpeg_quality == 61; }));
  const auto kept = [] {
    auto all = kept_settings();
    all.sync();
    QFile file(all.fileName());
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll().toStdString();
  };
  const std::string before = kept();
  EXPECT_NE(before.find("audio-block=200"), std::string::npos) << before;
  const Words users = words_of_all(ada_->view().settings);
  begin_shaping();
  for (const char* step : {"settling", "before"}) {
    ASSERT_TRUE(comes_to(step));
    EXPECT_EQ(kept(), before) << step;
    go_on();
  }
  ASSERT_TRUE(comes_to("after"));
  port_->settings();
  EXPECT_NE(words_of_all(ada_->view().settings), users);
  EXPECT_EQ(kept(), before);
  EndpointOptions again = session_options("Ada again");  // the window of before has not ended: it says nothing more
  again.settings = CallOptions{}.settings;
  Endpoint next(std::move(again), nullptr);
  Words expected = words_of_all(next.view().settings);
  const StartSettings started = set_as_remembered(next, CallOptions{});
  EXPECT_EQ(started.sentence, "");
  next.post(SetMuted{true});  // comes behind
  ASSERT_TRUE(until([&] { return next.view().settings.muted; }));
  for (const char* name : {"audio-block", "jpeg-quality"}) expected[name] = users.at(name);
  expected["muted"] = words_of(SetMuted{true});
  EXPECT_EQ(words_of_all(next.view().settings), expected);
}

}  // namespace
}  // namespace jitterscope::demonstrated_call_test
