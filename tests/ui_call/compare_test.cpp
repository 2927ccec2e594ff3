// Two stretches of a call that is up and recorded, compared in the program's window.
#include "app/window/compare_stretches.h"
#include "core/measures/compare/compare_calls.h"
#include "core/record/export/export.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"
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

/// The recorder's thread is nice, so on a busy machine it may be seconds behind: what is read twice is the same only
/// when every stream has been written up to there.
bool is_written(const std::string& file, double up_to_s) {
  std::string error, note;
  const auto input = read_stream_file(file, {}, error, note);
  if (!input || input->streams.size() < 4 || !input->told) return false;
  const Timestamp wanted = *began_of(*input) + Duration::from_seconds(up_to_s);
  return std::ranges::all_of(input->streams, [&](const StreamInput& stream) {
    return stream.packets.size() > 0 && stream.packets.received(stream.packets.size() - 1) >= wanted;
  });
}

TEST_F(CompareCall, ShowsWhatTheCommandPrints) {
  const double set_s = now()->elapsed_s;
  port_->send(SetShaping{{0, {}}});  // C
  ASSERT_TRUE(elapsed(set_s + 4));
  port_->send(SetShaping{{1, {}}});
  const auto file = path("ada.jscope").toStdString();
  ASSERT_TRUE(elapsed(set_s + 11));
  ASSERT_TRUE(until([&] { return is_written(file, set_s + 10.5); })) << "a delay is split up to three seconds later";
  const std::pair before(set_s + 1, set_s + 3.5), after(set_s + 5, set_s + 7);
  take_both(before, after);
  auto& panel = the<ComparePanel>();
  ASSERT_TRUE(until([&] { return panel.table().isVisible(); })) << panel.state().toStdString();
  const Comparison all = printed(file, before, after);
  int row = 0;
  for (const MediumComparison& medium : all.media)
    for (const ComparedFigure& figure : medium.figures) {
      EXPECT_TRUE(panel.table().cell(row, 0).endsWith(QString::fromUtf8(figure.words.data())));
      if (figure.unit == FigureUnit::kMs && figure.before) {
        EXPECT_EQ(panel.table().cell(row, 1), jitterscope::figure(*figure.before, "ms")) << figure.words;
      }
      EXPECT_EQ(panel.table().cell(row++, 5).toStdString(), to_string(figure.verdict)) << figure.words;
    }
  EXPECT_EQ(row, 20) << "seven of sound, eight of the picture that came, two and three of those sent";
  EXPECT_EQ(panel.table().rowCount(), row);
  EXPECT_EQ(panel.state(), "Set otherwise: Shaping C → A.");
}

TEST_F(CompareCall, AWindowThatGoesWhileItComparesWaitsForNobody) {
  ASSERT_TRUE(elapsed(3));
  take_both({0.5, 1.5}, {1.5, 2.5});
  window_.reset();
  port_.reset();
}

StretchToCompare stretch(const char* trace, std::optional<double> from_s, std::optional<double> to_s) {
  return {{test_data("traces/") + trace, from_s, to_s}, {}};
}

std::string notes_of(const CompareResult& result) {
  std::string all = result.sentence;
  for (const std::string& note : result.table ? result.table->notes : std::vector<std::string>()) all += note + "\n";
  return all;
}

TEST(CompareStretches, WhatTheRecordingDoesNotHoldOfOneIsSaid) {
  constexpr auto kTrace = "schema8-b.jscope.gz";
  const auto whole = compare_stretches(stretch(kTrace, 1, 3), stretch(kTrace, 3, 5), {});
  ASSERT_TRUE(whole.table) << whole.sentence;
  EXPECT_EQ(notes_of(whole).find("alone"), std::string::npos) << notes_of(whole);
  const auto part = compare_stretches(stretch(kTrace, 1, 3), stretch(kTrace, 3, 500), {});
  EXPECT_NE(notes_of(part).find("After: the recording has packets from 0."), std::string::npos) << notes_of(part);
  EXPECT_EQ(notes_of(part).find("Before: the recording"), std::string::npos) << notes_of(part);
}

TEST(CompareStretches, TwoFilesAreEachReadAndTellWhatWasSet) {
  const auto result =
      compare_stretches(stretch("schema8-b.jscope.gz", {}, {}), stretch("schema9-b.jscope.gz", {}, {}), {});
  ASSERT_TRUE(result.table) << result.sentence;
  EXPECT_NE(result.table->before.file, result.table->after.file);
  EXPECT_FALSE(result.changes[0].empty());
  EXPECT_FALSE(result.changes[1].empty());
}

TEST(CompareStretches, SecondsOfACaptureBeginWithItsFirstPacket) {
  QTemporaryDir folder;
  const auto capture = folder.filePath("a.pcapng").toStdString();
  std::string error, note;
  const auto trace = TraceReader::open(test_data("traces/schema8-b.jscope.gz"), error);
  ASSERT_TRUE(trace && export_pcapng(*trace, capture, error)) << error;
  const auto input = read_stream_file(capture, {}, error, note);
  ASSERT_TRUE(input) << error;
  const std::int64_t began_ms = began_of(*input)->ns() / 1'000'000;
  const StretchToCompare before{{capture, 1, 2}, began_ms}, after{{capture, 2, 3}, began_ms};
  const auto result = compare_stretches(before, after, {});
  ASSERT_TRUE(result.table) << result.sentence;
  EXPECT_EQ(result.table->before.from_s, 1);
  EXPECT_EQ(result.table->after.from_s, 2);
  EXPECT_EQ(result.table->after.to_s, 3);
}

TEST(CompareStretches, IsNotMadeOnceItIsNotWanted) {
  std::stop_source enough;
  enough.request_stop();
  constexpr auto kTrace = "schema8-b.jscope.gz";
  EXPECT_FALSE(compare_stretches(stretch(kTrace, 1, 3), stretch(kTrace, 3, 5), {}, enough.get_token()).table);
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
