// A call and then its trace in the same panels show the same numbers; files that come one upon another, or not at all.
#include <gmock/gmock.h>

#include <fstream>

#include <QRegularExpression>
#include <QTextStream>

#include "core/measures/views/measures_view.h"
#include "tests/ui_call/call_window.h"
#include "ui/controls/quality_verdict.h"
#include "ui/controls/readouts.h"
#include "ui/words/span_words.h"

namespace jitterscope::opened_file_test {
namespace {

class OpenedInCall : public CallWindow {
 protected:
  /// Each panel's line of reading and all it draws as its CSV, the verdict and the readouts: line by line, by name.
  std::map<std::string, std::string> shown() {
    std::map<std::string, std::string> lines;
    auto* chosen = window_->front_tab();
    for (auto* tab : window_->open_tabs()) {
      window_->show_panel(tab);
      QApplication::processEvents();
      window_->refresh();
      for (auto* panel : window_->findChildren<Panel*>())
        if (panel->isVisible() && !panel->only_with_file()) put(lines, *panel);
    }
    window_->show_panel(chosen);
    lines["verdict"] = the<QualityVerdictLine>().text().toStdString();
    auto& readouts = the<Readouts>();
    for (int row = 0; row < 6; ++row)
      for (int column = 0; column < 4; ++column)
        lines["readout " + std::to_string(row) + "," + std::to_string(column)] =
            readouts.text(row, column).toStdString();
    return lines;
  }
  static void put(std::map<std::string, std::string>& lines, const Panel& panel) {
    const auto name = panel.title().toStdString();
    auto reading = panel.reading();
    reading.remove(QRegularExpression("\\s*·?\\s*held, space follows again$"));  // of the view, not a number
    lines[name + " reading"] = reading.toStdString() + panel.empty_sentence().toStdString();
    QString csv;
    QTextStream out(&csv);
    panel.write_csv(out);
    int line = 0;
    for (const auto& text : csv.split('\n')) lines[name + " " + std::to_string(++line)] = text.toStdString();
  }
  /// Whose a figure is, the call's or the file's, may differ; what it is may not.
  static std::string said_of_a_file(const std::string& words) {
    return of_file(QString::fromStdString(words)).toStdString();
  }
  static std::vector<std::string> differences(const std::map<std::string, std::string>& a,
                                              const std::map<std::string, std::string>& b) {
    auto all = a;
    all.insert(b.begin(), b.end());
    const auto in = [](const auto& lines, const std::string& name) {
      const auto found = lines.find(name);
      return found == lines.end() ? "(none)" : found->second;
    };
    std::vector<std::string> found;
    for (const auto& [name, text] : all)
      if (said_of_a_file(in(a, name)) != said_of_a_file(in(b, name)))
        found.push_back(name + ": " + in(a, name) + " | " + in(b, name));
    return found;
  }
  bool file_shown(const QString& name) {
    return until([&] {
      return strip().contains(name) && port_->opened_file().ends_with(name.toStdString()) && now() &&
             now()->received(Medium::kAudio).measures &&
             now()->received(Medium::kAudio).measures->query == window_->view().query();
    });
  }
  /// A packet list of that many packets, one every 20 ms.
  QString packet_list(const char* name, int packets) {
    std::ofstream file(path(name).toStdString());
    file << "seq,send_us,recv_us\n";
    for (int i = 0; i < packets; ++i) {
      const std::int64_t sent = std::int64_t{20'000} * i;
      file << i << ',' << sent << ',' << sent + 5000 + i % 7 * 1000 << '\n';
    }
    return path(name);
  }
};

TEST_F(OpenedInCall, TheReopenedTraceShowsTheNumbersOfTheCall) {
  port_->send(SetPlayout{Medium::kAudio, *PlayoutSetting::parse("ramjee4")});
  ASSERT_TRUE(until([&] { return received(*ada_, Medium::kAudio) > 120; }));
  key(Qt::Key_M);
  ASSERT_TRUE(until([&] { return marked(*ada_, "mark 1", false); }));
  EXPECT_TRUE(port_->trace().recording);
  action("Hang up").trigger();
  ASSERT_TRUE(until([&] { return ended(*ada_) && port_->state().stage == CallStage::kEnded; }));
  const double end = now()->elapsed_s;
  window_->refresh();            // while the axis still follows: held frames would stand
  constexpr double kMore_s = 6;  // of axis: seen closer, the packets of a file are shown one by one
  window_->view().show(0, end + kMore_s);
  window_->refresh();
  const auto live = shown();
  EXPECT_GT(live.size(), 500u) << "the panels draw something";

  drop(path("ada.jscope"));
  ASSERT_TRUE(file_shown("ada.jscope"));
  EXPECT_EQ(now()->elapsed_s, end);
  window_->view().show(0, end + kMore_s);
  const auto reopened = shown();
  EXPECT_THAT(differences(live, reopened), testing::IsEmpty()) << "call | file";

  action("Close the file").trigger();
  ASSERT_TRUE(until([&] { return strip().isEmpty(); }));
  window_->view().show(0, end + kMore_s);
  EXPECT_THAT(differences(live, shown()), testing::IsEmpty()) << "before | after the file";
}

TEST_F(OpenedInCall, TheLastFileChosenIsShownAndTheCallGoesOnBehindIt) {
  const QString slow = packet_list("slow.csv", 400'000), quick = packet_list("quick.csv", 500);
  drop(slow);
  drop(quick);
  ASSERT_TRUE(file_shown("quick.csv"));
  EXPECT_NEAR(now()->elapsed_s, 499 * 0.02, 0.05);
  QTest::qWait(0);
  EXPECT_TRUE(strip().contains("quick.csv"));

  drop(path("none.csv"));
  EXPECT_TRUE(until([&] { return said("none.csv"); })) << "why it does not open";
  EXPECT_TRUE(strip().contains("quick.csv")) << "what was shown stays";
  EXPECT_FALSE(window_->view().following());

  action("Close the file").trigger();
  ASSERT_TRUE(until([&] { return strip().isEmpty(); }));
  EXPECT_TRUE(in_call(*ada_));
  const auto packets = now()->received(Medium::kAudio).figures.packets;
  EXPECT_TRUE(until([&] { return now()->received(Medium::kAudio).figures.packets > packets + 10; }));
  EXPECT_TRUE(window_->view().following());
}

TEST_F(OpenedInCall, AQueryWhileAFileIsShownIsOfTheFileAndThenOfTheCall) {
  drop(packet_list("list.csv", 3000));
  ASSERT_TRUE(file_shown("list.csv"));
  window_->view().set_window(MeasureWindow::k10s);
  ASSERT_TRUE(file_shown("list.csv"));
  EXPECT_NEAR(static_cast<double>(now()->received(Medium::kAudio).measures->interarrival.n), 500, 2);
  action("Close the file").trigger();
  ASSERT_TRUE(until([&] {
    return strip().isEmpty() && now()->received(Medium::kAudio).measures &&
           now()->received(Medium::kAudio).measures->query.window == MeasureWindow::k60s;
  })) << "as before the file";
}

}  // namespace
}  // namespace jitterscope::opened_file_test
