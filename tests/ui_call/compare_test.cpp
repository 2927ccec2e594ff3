// Two stretches of a call that is up and recorded, compared in the program's window.
#include "core/measures/compare/compare_calls.h"
#include "core/record/open/stream_file.h"
#include "tests/ui_call/call_window.h"
#include "ui/panels/compare_panel.h"
#include "ui/words/text.h"

namespace jitterscope::compare_call_test {
namespace {

class CompareCall : public CallWindow {
 protected:
  void take(double from_s, double to_s, Qt::KeyboardModifiers modifiers) {
    window_->view().select(from_s, to_s);
    key(Qt::Key_B, modifiers);
  }
  void take_both(std::pair<double, double> before, std::pair<double, double> after) {
    take(before.first, before.second, Qt::ControlModifier);
    take(after.first, after.second, Qt::ControlModifier | Qt::ShiftModifier);
  }
  bool elapsed(double seconds) {
    return until([&] { return now() && now()->elapsed_s > seconds; });
  }
};

AnalysisOptions span(std::pair<double, double> of) {
  AnalysisOptions options;
  options.from_s = of.first;
  options.to_s = of.second;
  return options;
}

/// What the command prints of these stretches; no wider than the recording when it is read.
Comparison printed(const std::string& file, std::pair<double, double> before, std::pair<double, double> after) {
  std::string error, note;
  const auto input = read_stream_file(file, {}, error, note);
  EXPECT_TRUE(input) << error;
  return compare(*input, span(before), *input, span(after));
}

TEST_F(CompareCall, ShowsWhatTheCommandPrints) {
  const double set_s = now()->elapsed_s;
  port_->send(SetShaping{{0, {}}});  // C
  ASSERT_TRUE(elapsed(set_s + 4));
  port_->send(SetShaping{{1, {}}});
  ASSERT_TRUE(elapsed(set_s + 9));  // what is compared is written by then
  const std::pair before(set_s + 1, set_s + 3.5), after(set_s + 5, set_s + 7);
  take_both(before, after);
  auto& panel = the<ComparePanel>();
  ASSERT_TRUE(until([&] { return panel.table().isVisible(); })) << panel.state().toStdString();
  const Comparison all = printed(path("ada.jscope").toStdString(), before, after);
  int row = 0;
  for (const MediumComparison& medium : all.media)
    for (const ComparedFigure& figure : medium.figures) {
      EXPECT_TRUE(panel.table().cell(row, 0).endsWith(QString::fromUtf8(figure.words.data())));
      if (figure.unit == FigureUnit::kMs && figure.before) {
        EXPECT_EQ(panel.table().cell(row, 1), jitterscope::figure(*figure.before, "ms")) << figure.words;
      }
      EXPECT_EQ(panel.table().cell(row++, 5).toStdString(), to_string(figure.verdict)) << figure.words;
    }
  EXPECT_EQ(row, 12) << "sound and picture";
  EXPECT_EQ(panel.table().rowCount(), row);
  EXPECT_EQ(panel.state(), "Set otherwise: Shaping C → A.");
}

TEST_F(CompareCall, AWindowThatGoesWhileItComparesWaitsForNobody) {
  ASSERT_TRUE(elapsed(3));
  take_both({0.5, 1.5}, {1.5, 2.5});
  window_.reset();
  port_.reset();
}

TEST(CompareStretches, AFileThatCannotBeReadIsASentence) {
  Endpoint endpoint(session_options("Ada"), nullptr);
  DeviceList devices;
  WindowSession port(endpoint, devices);
  std::optional<CompareResult> answer;
  const StretchToCompare nothing{{"/nowhere/a.jscope", 1, 2}, {}};
  port.compare(nothing, nothing, [&](const CompareResult& result) { answer = result; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return answer.has_value(); }, 10'000));
  EXPECT_FALSE(answer->table);
  EXPECT_NE(answer->sentence.find("/nowhere/a.jscope"), std::string::npos) << answer->sentence;
}

}  // namespace
}  // namespace jitterscope::compare_call_test
