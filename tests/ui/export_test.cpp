// Every panel saves what is visible: its numbers, and files as they have to be.
#include <QFile>
#include <QFileDialog>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/measures_view.h"
#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/demonstrations/comparison.h"
#include "ui/panels/jitter_panel.h"
#include "ui/widgets/figure_table.h"
#include "ui/words/text.h"

namespace jitterscope::export_test {
namespace {

class Export : public WindowFixture {
 protected:
  QString file(Panel& of, const QString& suffix) {
    const auto path = folder.filePath("saved." + suffix);
    EXPECT_TRUE(of.export_to(path)) << of.title().toStdString();
    return path;
  }
  static QByteArray read(const QString& path) {
    QFile in(path);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
  }
  QTemporaryDir folder;
};

// Its pictures: saved_picture_test.cpp.
TEST_F(Export, EveryPanelHasItsNumbers) {
  open_with_all_panels();
  QStringList seen;
  window->show_panel(panel("Packets"));  // the demonstration took the whole centre
  ticks(2);
  const auto with_call = [](const Panel* of) { return !of->only_with_file(); };  // those of a file: streams_test.cpp
  for (auto* of : window->findChildren<Panel*>()) {
    if (!with_call(of)) continue;
    show(of);
    if (!of->isVisible()) continue;  // beside a tab that takes the whole centre
    seen << of->title();
    const auto title = of->title().toStdString();
    const auto lines = read(file(*of, "csv")).trimmed().split('\n');
    EXPECT_GT(lines.size(), 1) << title << ": more than the header";
    EXPECT_TRUE(QRegularExpression(",.*[0-9]").match(QString::fromUtf8(lines.last())).hasMatch())
        << title << ": " << lines.last().toStdString();
  }
  EXPECT_EQ(seen.size(), std::ranges::count_if(window->findChildren<Panel*>(), with_call))
      << "each was shown and saved";
}

TEST_F(Export, PlotsAndWordsAreVectorsClippedByTheirAxesAndNumbersThoseVisible) {
  open();
  auto* jitter = panel<JitterPanel>();
  const auto svg = read(file(*jitter, "svg"));
  EXPECT_GT(svg.count("<polyline") + svg.count("<path"), 10);
  EXPECT_GT(svg.count("<text"), 8);
  EXPECT_FALSE(svg.contains("<image")) << "no raster picture inside";
  EXPECT_TRUE(svg.contains(">Jitter: "));
  EXPECT_GT(svg.count("<clipPath"), 2);
  static const QRegularExpression kGroup("<g clip-path=\"url\\(#([^)]*)\\)\">");
  for (auto found = kGroup.globalMatch(QString::fromUtf8(svg)); found.hasNext();)
    EXPECT_TRUE(svg.contains(("<clipPath id=\"" + found.next().captured(1) + '"').toUtf8()));
  EXPECT_TRUE(read(file(*jitter, "csv")).startsWith("seconds,quantity,series,min,max,unit\n"));
  jitter->choose(JitterPanel::Mode::kHistogram);
  ticks(2);
  const auto bins = read(file(*jitter, "csv")).split('\n');
  EXPECT_EQ(bins[0], "series,from_ms,to_ms,count");
  EXPECT_EQ(bins.size() - 2, static_cast<qsizetype>(session.latest->received(Medium::kAudio).measures->linear.size() +
                                                    session.latest->received(Medium::kVideo).measures->linear.size()));
  jitter->choose(JitterPanel::Mode::kBoxes);
  ticks(2);
  EXPECT_EQ(read(file(*jitter, "csv")).count('\n'), 25);
}

TEST_F(Export, NewFilesAreOfTheirUserAloneAndNoLinkIsFollowed) {
  open();
  auto* jitter = panel<JitterPanel>();
  constexpr auto kUserAlone = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
  constexpr auto kAllRead = kUserAlone | QFile::ReadGroup | QFile::ReadOther;
  for (const auto* suffix : {"png", "svg", "pdf", "csv"}) {
    const auto path = file(*jitter, suffix), link = folder.filePath(QString("link.") + suffix);
    EXPECT_EQ(QFile::permissions(path), kUserAlone) << suffix;
    QFile::setPermissions(path, kAllRead);
    file(*jitter, suffix);
    EXPECT_EQ(QFile::permissions(path), kAllRead) << suffix << " that is replaced keeps its rights";
    const auto aim = folder.filePath("precious");
    QFile precious(aim);
    ASSERT_TRUE(precious.open(QIODevice::WriteOnly) && precious.write("words") == 5);
    precious.close();
    ASSERT_TRUE(QFile::link(aim, link));
    EXPECT_FALSE(jitter->export_to(link)) << suffix;
    EXPECT_EQ(read(aim), "words") << suffix;
    ticks(3);
    EXPECT_TRUE(said("Could not write " + link + ": it is a link")) << suffix;
  }
}

TEST_F(Export, BesideNumbersStandsWhereTheyComeFrom) {
  open();
  auto* jitter = panel<JitterPanel>();
  const auto beside = [&](const char* suffix) {
    return folder.filePath(QString("saved.%1.provenance.json").arg(suffix));
  };
  file(*jitter, "csv");
  EXPECT_FALSE(QFile::exists(beside("csv"))) << "the session does not tell it";
  session.made = "{\"program\":\"jitterscope\"}\n";
  file(*jitter, "csv");
  EXPECT_EQ(read(beside("csv")).toStdString(), session.made);
  file(*jitter, "svg");
  EXPECT_FALSE(QFile::exists(beside("svg")));
}

TEST_F(Export, WhatStandsBesideANewFileIsNotReplaced) {
  open();
  const auto beside = folder.filePath("new.csv.provenance.json");
  QFile other(beside);
  ASSERT_TRUE(other.open(QIODevice::WriteOnly));
  other.write("mine");
  other.close();
  session.made = "{\"program\":\"jitterscope\"}\n";
  show(panel("Jitter"));
  EXPECT_FALSE(panel("Jitter")->export_to(folder.filePath("new.csv")));
  EXPECT_EQ(read(beside), "mine");
  EXPECT_TRUE(said("choose another name"));
}

TEST_F(Export, AFolderThatIsNotThereIsSaid) {
  open();
  auto* jitter = panel<JitterPanel>();
  for (const auto* suffix : {"png", "svg", "pdf", "csv"}) {
    EXPECT_FALSE(jitter->export_to(folder.filePath("none/saved.") + suffix)) << suffix;
    ticks(3);
    EXPECT_TRUE(said("Could not write")) << suffix << ": and it stays, whatever is drawn next";
  }
  file(*jitter, "csv");
  ticks(3);
  EXPECT_TRUE(said("Saved as " + folder.filePath("saved.csv")));
}

TEST_F(Export, WhereThereIsNothingToSaveItSaysSo) {
  open(false);
  auto* save = button("Save “Jitter” as a picture or as numbers");
  ASSERT_NE(save, nullptr);
  EXPECT_FALSE(save->isEnabled());
  EXPECT_TRUE(save->toolTip().contains("nothing to save yet"));
  EXPECT_FALSE(action("Write a report")->isEnabled());
  EXPECT_TRUE(action("Export session: ")->toolTip().contains("Nothing is recorded"));
  session.start_call(60);
  session.recording = {true, "/traces/call-1.jscope", 1000, true};
  ticks(6);
  EXPECT_TRUE(save->isEnabled());
  EXPECT_EQ(save->toolTip(), save->accessibleName());
  EXPECT_TRUE(action("Write a report")->isEnabled());
}

TEST_F(Export, AReportIsOfTheSelectedTime) {
  open();
  session.recording = {true, "/traces/call-1.jscope", 1000, true};
  ticks(6);
  window->view().select(12.5, 30);
  action("Write a report")->trigger();
  auto* dialog = window->findChild<QFileDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->selectFile(folder.filePath("page.pdf"));
  emit dialog->fileSelected(folder.filePath("page.pdf"));
  EXPECT_EQ(session.report, std::tuple(folder.filePath("page.pdf").toStdString(), 12.5, 30.0));
  EXPECT_TRUE(said("Report: "));
}

TEST_F(Export, WhatIsSavedGoesWhereItsUserKeepsFiles) {
  open();
  session.recording = {true, "/traces/call-1.jscope", 1000, true};
  ticks(6);
  const auto folder_asked = [this](const QTemporaryDir& to) {
    action("Write a report")->trigger();
    auto* dialog = window->findChild<QFileDialog*>();
    const auto asked = dialog->directory().absolutePath();
    emit dialog->fileSelected(to.filePath("page.html"));
    delete dialog;
    return asked;
  };
  folder_asked(QTemporaryDir());  // which is gone then, whatever another test saved last
  const auto documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  EXPECT_EQ(folder_asked(folder), QDir(documents).exists() ? documents : QDir::homePath()) << "not among the traces";
  EXPECT_EQ(folder_asked(folder), QDir(folder.path()).absolutePath()) << "where the one before was saved";
}

/// What a program that reads the file wants: a number a cell, its unit beside it, nothing where nothing is known.
TEST(TableCsv, HasNumbersAndTheirUnitsApart) {
  FigureTable table({"Figure", "Audio\nlocal", "Note", "Class"}, "A table");
  table.set_rows(5);
  const std::vector<QStringList> cells{
      {"Delay", duration_text(0.024), kDash, "SCHED_RR 20"},
      {"Skew", signed_figure(-4.25, "ppm"), "3.1 to 4.2", "5 of 6"},
      {"Rate \"told\"", rate_text(1250), "1e3", QString("half, ") + kDash},
      {"Packets", count_text(1'234'567), count_text(-1200), kDash},
      {"Data", bytes_text(12'400'000), count_text(0), kDash},
  };
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 4; ++column)
      table.set_cell(row, column, cells[static_cast<std::size_t>(row)][column]);
  const QString csv = csv_of(table);
  EXPECT_EQ(csv.toStdString(),
            "Figure,Audio local,\"Audio local, unit\",Note,Class\n"
            "Delay,24.0,µs,,SCHED_RR 20\n"
            "Skew,-4.25,ppm,3.1 to 4.2,5 of 6\n"
            "\"Rate \"\"told\"\"\",1.25,Mbit/s,1e3,\"half, –\"\n"
            "Packets,1234567,,-1200,\n"
            "Data,12.4,MB,0,\n");
}

TEST(TableCsv, HasTheEndsOfAnIntervalAsNumbers) {
  FigureTable table({"", "Strategy C", "95 % interval"}, "A table");
  const QString percent_sign = QString(QChar(0x00A0)) + "%";
  const std::vector<QStringList> cells{
      {"Lost", "7.11" + percent_sign + " (5.83–8.39" + percent_sign + ")",
       signed_figure(-1.25, "pp") + " … " + signed_figure(3, "pp")},
      {"None lost", "0" + percent_sign + " (at most 0.30" + percent_sign + ")", kDash},
      {"Wait", with_interval(duration_text(0.18), Interval95{0.15, 1.1}), "–1 … 2"},
      {"Delay", figure(66.4, "ms"), signed_figure(0.5, "") + " … " + signed_figure(0.75, "")},
      {"Class", "real-time (as asked)", kDash}};
  table.set_rows(static_cast<int>(cells.size()));
  for (int row = 0; row < table.rowCount(); ++row)
    for (int column = 0; column < 3; ++column)
      table.set_cell(row, column, cells[static_cast<std::size_t>(row)][column]);
  const QString csv = csv_of(table);
  EXPECT_EQ(
      csv.toStdString(),
      "Figure,Strategy C,\"Strategy C, unit\",\"Strategy C, 95 % interval, from\",\"Strategy C, 95 % interval, to\","
      "95 % interval,\"95 % interval, unit\",\"95 % interval, from\",\"95 % interval, to\"\n"
      "Lost,7.11,%,5.83,8.39,,pp,-1.25,3.00\n"
      "None lost,0,%,0,0.30,,,,\n"
      "Wait,180,µs,150,1100,–1 … 2,,,\n"
      "Delay,66.4,ms,,,,,0.50,0.75\n"
      "Class,real-time (as asked),,,,,,,\n");
}

}  // namespace
}  // namespace jitterscope::export_test
