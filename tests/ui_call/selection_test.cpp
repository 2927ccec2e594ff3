// A time that is selected moves every panel, in an opened file and in a call that is recorded.

#include "core/measures/views/measures_view.h"
#include "tests/source_tree/source_tree.h"
#include "tests/ui_call/call_window.h"
#include "ui/panels/panel_definition.h"
#include "ui/words/span_words.h"

namespace jitterscope::selection_test {
namespace {

class SelectionInCall : public CallWindow {
 protected:
  bool state_is(SelectedStretch::State state) {
    return until([&] { return now() && now()->selected && now()->selected->state == state; });
  }
  /// What each panel says of its time, by its title.
  std::map<std::string, std::string> spans() {
    std::map<std::string, std::string> said;
    auto* chosen = window_->front_tab();
    for (auto* tab : window_->open_tabs()) {
      window_->show_panel(tab);
      QApplication::processEvents();
      const auto drawn = [&] {
        window_->refresh();
        for (auto* panel : window_->findChildren<Panel*>())
          if (panel->isVisible() && panel->empty_sentence().isEmpty() && panel->span().isEmpty()) return false;
        return true;
      };
      EXPECT_TRUE(until(drawn));
      for (auto* panel : window_->findChildren<Panel*>())
        if (panel->isVisible() && panel->empty_sentence().isEmpty())
          said[panel->title().toStdString()] = panel->span().toStdString();
    }
    window_->show_panel(chosen);
    return said;
  }
  void expect_all_follow(const QString& times) {
    const auto said = spans();
    EXPECT_GE(said.size(), 8u);
    for (const auto& [panel, span] : said)
      EXPECT_NE(span.find(times.toStdString()), std::string::npos) << panel << ": " << span;
  }
};

TEST_F(SelectionInCall, OfAFileMovesEveryPanelAndClearingItGoesBack) {
  drop(QString::fromStdString(test_data("traces/schema8-b.jscope.gz")));
  ASSERT_TRUE(until([&] { return strip().contains("schema8-b") && now() && now()->elapsed_s > 5; }));
  ASSERT_TRUE(until([&] { return spans().contains("Streams") && spans().contains("Packet list"); })) << "read, too";
  const auto before = spans();
  const auto packets = now()->received(Medium::kVideo).figures.packets;
  const auto series = now()->received(Medium::kVideo).figures.delay_series.size();
  window_->view().select(2, 5);
  ASSERT_TRUE(state_is(SelectedStretch::State::kShown));
  expect_all_follow("00:02.0 – 00:05.0");
  std::string error;
  auto alone = open_stretch(test_data("traces/schema8-b.jscope.gz"), *Stretch::of(2, 5), {}, error);
  ASSERT_TRUE(alone) << error;
  const auto expected = alone->snapshot({});
  EXPECT_EQ(now()->received(Medium::kVideo).figures.packets, expected.received(Medium::kVideo).figures.packets);
  EXPECT_LT(now()->received(Medium::kVideo).figures.packets, packets / 2);
  EXPECT_EQ(now()->received(Medium::kVideo).figures.delay_series.size(), series) << "time plots show the whole";
  EXPECT_EQ(now()->received(Medium::kVideo).measures->query.window, MeasureWindow::kSelection);
  window_->view().select(3, 6);
  ASSERT_TRUE(until([&] { return shown_stretch(*now()) == Stretch::of(3, 6); }));
  window_->view().clear_selection();
  ASSERT_TRUE(until([&] { return now() && !now()->selected; }));
  EXPECT_EQ(spans(), before);
  EXPECT_EQ(now()->received(Medium::kVideo).figures.packets, packets);
}

TEST_F(SelectionInCall, OfARecordedCallIsReadFromItsRecordingWhileThatGrows) {
  ASSERT_TRUE(until([&] { return now()->elapsed_s > 4; }));
  window_->view().select(1, 2.5);
  ASSERT_TRUE(state_is(SelectedStretch::State::kShown));
  expect_all_follow("00:01.0 – 00:02.5");
  EXPECT_NEAR(static_cast<double>(now()->received(Medium::kAudio).figures.packets), 1.5 * 50, 60);
  const double then = now()->elapsed_s;
  EXPECT_TRUE(until([&] { return now()->elapsed_s > then + 1; })) << "the call goes on";
  EXPECT_TRUE(port_->trace().recording);
  EXPECT_TRUE(shown_stretch(*now()));
  EXPECT_FALSE(port_->call_snapshot()->selected) << "controls are of the call as it is";
  window_->view().clear_selection();
  ASSERT_TRUE(until([&] { return !now()->selected; }));
}

TEST_F(SelectionInCall, OfACallThatIsNotRecordedCannotBeRead) {
  port_->send(DiscardRecording{port_->trace().path});
  ASSERT_TRUE(until([&] { return !port_->trace().recording; }));
  window_->view().select(0.5, 1);
  ASSERT_TRUE(state_is(SelectedStretch::State::kNotRead));
  EXPECT_NE(now()->selected->why.find("not recorded"), std::string::npos);
}

/// Of one that begins later than what is selected.
TEST_F(SelectionInCall, WhatWasNotRecordedIsSaid) {
  port_->send(DiscardRecording{port_->trace().path});
  ASSERT_TRUE(until([&] { return !port_->trace().recording && now()->elapsed_s > 6; }));
  port_->send(RecordCall{true, path("late.jscope").toStdString()});
  ASSERT_TRUE(until([&] { return port_->trace().recording; }));
  const double begins_s = now()->elapsed_s;
  ASSERT_TRUE(until([&] { return now()->elapsed_s > begins_s + 3; }));
  window_->view().select(0.5, 1.5);
  ASSERT_TRUE(state_is(SelectedStretch::State::kNotRead));
  EXPECT_NE(now()->selected->why.find("begins at 00:0"), std::string::npos) << now()->selected->why;
}

}  // namespace
}  // namespace jitterscope::selection_test
