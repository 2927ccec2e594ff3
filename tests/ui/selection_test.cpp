// Every panel's figures are of the time that is selected, once that is read, and say so.

#include "core/measures/views/log_rows.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/readouts.h"
#include "ui/panels/panel_definition.h"
#include "ui/widgets/figure_table.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
PanelDefinition figures_panel();  // of its source, as the table of all takes it
}

namespace jitterscope::selection_test {
namespace {

const QString kTimes = "00:10.0 – 00:20.0";

CallSnapshot selected(SelectedStretch::State state, const char* why = "") {
  CallSnapshot snapshot = make_snapshot(120);
  snapshot.selected = SelectedStretch{*Stretch::of(10, 20), state, why};
  return snapshot;
}

class Selection : public testing::Test {
 protected:
  /// Each panel that there is, with what it says of its time.
  std::map<QString, QString> spans(const CallSnapshot& snapshot) {
    std::map<QString, QString> said;
    tips_.clear();
    for (const auto& definition : panel_definitions()) {
      const std::unique_ptr<Panel> panel(definition.make({view_, quality_, &compared_}));
      if (panel->only_with_file()) continue;  // it has no file here
      panel->resize(900, 400);
      panel->show();
      panel->draw(std::make_shared<const CallSnapshot>(snapshot));
      if (panel->title() == "Demonstration" || panel->title() == "Compare") continue;  // of times of their own
      EXPECT_EQ(panel->empty_sentence(), "") << panel->title().toStdString();
      said[panel->title()] = panel->span();
      for (const auto* line : all_in<SpanLine>(*panel)) tips_[panel->title()] = line->toolTip();
    }
    return said;
  }

  ViewState view_;
  QualitySettings quality_;
  FakeSession session_;
  ComparedStretches compared_{session_, view_};
  std::map<QString, QString> tips_;
};

TEST_F(Selection, IsWhatEveryPanelNames) {
  for (const Side side : {Side::kLocal, Side::kRemote}) {
    view_.set_side(side);
    const auto said = spans(selected(SelectedStretch::State::kShown));
    EXPECT_GE(said.size(), 11u);
    for (const auto& [panel, span] : said) {
      EXPECT_TRUE(span.contains(kTimes)) << panel.toStdString() << ": " << span.toStdString();
      for (const auto* usual : {"last 10 s", "last 60 s", "whole call", "now"})
        EXPECT_FALSE(span.contains(usual)) << panel.toStdString() << ": " << span.toStdString();
    }
  }
}

TEST_F(Selection, UntilItIsReadFiguresHaveTheirOldNameAndItIsSaid) {
  const auto before = spans(make_snapshot(120));
  const auto said = spans(selected(SelectedStretch::State::kIsRead));
  for (const auto& [panel, span] : said)
    EXPECT_EQ(span, before.at(panel) + ", " + kTimes + " is being read") << panel.toStdString();
}

TEST_F(Selection, WhereItCannotBeReadFiguresStayAndTheirTipSaysWhy) {
  const auto before = spans(make_snapshot(120));
  const auto said = spans(selected(SelectedStretch::State::kNotRead, "A selection needs a recording."));
  for (const auto& [panel, span] : said) {
    EXPECT_EQ(span, before.at(panel)) << panel.toStdString();
    EXPECT_TRUE(tips_.at(panel).contains("Not of " + kTimes + ": A selection needs a recording."))
        << panel.toStdString() << ": " << tips_.at(panel).toStdString();
  }
}

TEST_F(Selection, TheFiguresTableHasOneRowOfEachFigure) {
  const std::unique_ptr<Panel> panel(figures_panel().make({view_, quality_, &compared_}));
  const auto* table = panel->findChild<FigureTable*>();
  const auto names = [&](const CallSnapshot& snapshot) {
    panel->draw(std::make_shared<const CallSnapshot>(snapshot));
    QStringList shown;
    for (int row = 0; row < table->rowCount(); ++row)
      if (!table->isRowHidden(row)) shown << table->cell(row, 0);
    return shown;
  };
  const auto rows = names(selected(SelectedStretch::State::kShown));
  EXPECT_TRUE(rows.contains("Packet loss"));
  EXPECT_TRUE(rows.contains("Interval σ"));
  EXPECT_TRUE(rows.contains("Interval σ, told by the remote"));
  EXPECT_TRUE(rows.contains("RFC 3550 jitter, at its end"));
  for (const auto& row : rows) {
    EXPECT_FALSE(row.contains("last ") || row.contains("whole call")) << row.toStdString();
    EXPECT_EQ(rows.count(row), 1) << row.toStdString();
  }
  EXPECT_TRUE(names(make_snapshot(120)).contains("Packet loss, last 10 s"));
}

TEST_F(Selection, WithoutOneTheFiguresTableHasCountsOfBothEndsAndRejectionsByReason) {
  const std::unique_ptr<Panel> panel(figures_panel().make({view_, quality_, &compared_}));
  panel->draw(std::make_shared<const CallSnapshot>(make_snapshot(100)));
  const auto& table = *panel->findChild<FigureTable*>();
  for (const auto& [name, column, words] :
       {std::tuple("Lost", 5, QString("3")), std::tuple("Lost", 6, QString("0")),
        std::tuple("Rejected: wrong SSRC", 2, QString("2")), std::tuple("Rejected: truncated", 2, QString("0")),
        std::tuple("Packets", 4, count_text(20500))})
    EXPECT_EQ(table.cell(row_of(table, name), column), words) << name;
}

TEST_F(Selection, TheReadoutsAreOfIt) {
  Readouts readouts;
  CallSnapshot snapshot = selected(SelectedStretch::State::kShown);
  snapshot.received(Medium::kAudio).figures.loss_ratio = 0.125;
  readouts.draw(&snapshot);
  EXPECT_TRUE(readouts.span().startsWith(kTimes)) << readouts.span().toStdString();
  EXPECT_EQ(readouts.text(0, 0), "12.5");
  const CallSnapshot usual = make_snapshot(120);
  readouts.draw(&usual);
  EXPECT_TRUE(readouts.span().startsWith("Last 10 s"));
}

TEST_F(Selection, FiguresAreOfTheStretchAndSeriesOfTheWhole) {
  const CallSnapshot whole = make_snapshot(120);
  CallSnapshot stretch = make_snapshot(20);
  stretch.selected = SelectedStretch{*Stretch::of(10, 20)};
  stretch.received(Medium::kVideo).figures.packets = 77;
  stretch.received(Medium::kVideo).figures.delay_series.clear();
  stretch.marks.clear();
  const CallSnapshot shown = with_stretch(whole, stretch);
  EXPECT_EQ(shown.elapsed_s, whole.elapsed_s);
  EXPECT_EQ(shown.received(Medium::kVideo).figures.packets, 77);
  EXPECT_EQ(shown.received(Medium::kVideo).figures.delay_series.size(),
            whole.received(Medium::kVideo).figures.delay_series.size());
  EXPECT_EQ(shown.received(Medium::kAudio).measures, stretch.received(Medium::kAudio).measures);
  EXPECT_EQ(shown.marks.size(), whole.marks.size());
  EXPECT_EQ(shown_stretch(shown), Stretch::of(10, 20));
}

}  // namespace
}  // namespace jitterscope::selection_test
