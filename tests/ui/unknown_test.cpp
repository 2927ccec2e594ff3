// What is unknown is a dash, and its tip says why: every table's cells and every readout, in calls that lack this or
// that.
#include <QTableWidget>
#include <QTemporaryDir>

#include <fstream>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/record/export/export.h"
#include "core/record/open/opened_call.h"
#include "tests/source_tree/source_tree.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/readouts.h"
#include "ui/words/text.h"

namespace jitterscope::unknown_test {
namespace {

class UnknownTest : public WindowFixture {
 protected:
  int dashes = 0;
  void expect_reason(const QString& text, const QString& tip, const QString& where) {
    if (!text.contains(kDash)) return;
    ++dashes;
    const auto reason = tip.section("\n" + kDash + " ", 1, 1);
    static const QRegularExpression kMoreComes("(?<!not )\\byet\\b");  // "not yet" is among what may have been
    EXPECT_FALSE(window->view().shows_file() && tip.contains(kMoreComes))
        << where.toStdString() << ": nothing more comes in a file: " << tip.toStdString();
    EXPECT_GT((tip.startsWith(kDash + " ") ? tip : reason).size(), 12)
        << where.toStdString() << ": \"" << text.toStdString() << "\" has the tip \"" << tip.toStdString() << '"';
  }
  static bool is_of_what_is_shown(const QLabel& label) {
    for (auto* parent = label.parentWidget(); parent; parent = parent->parentWidget())
      if (qobject_cast<Panel*>(parent) || qobject_cast<Readouts*>(parent)) return true;
    return false;
  }
  void expect_reasons(const char* when) {
    for (auto* found : window->findChildren<Panel*>()) found->draw(session.latest);  // hidden ones too
    const bool of_file = window->view().shows_file();
    window->findChild<Readouts*>()->draw(session.latest.get(), of_file);
    for (auto* table : window->findChildren<QTableWidget*>())
      for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 1; column < table->columnCount(); ++column)
          if (const auto* cell = table->item(row, column))
            expect_reason(
                cell->text(), cell->toolTip(),
                QString("%1, %2 / %3, %4")
                    .arg(when, table->accessibleName(), table->item(row, 0) ? table->item(row, 0)->text() : QString(),
                         QString::number(column)));
    for (auto* label : window->findChildren<QLabel*>()) {
      if (of_file && !is_of_what_is_shown(*label)) continue;  // controls are a call's
      if (label->text() == kDash || label->text().endsWith(": " + kDash) || label->text().endsWith(" " + kDash))
        expect_reason(label->text(), label->toolTip(), QString("%1, label").arg(when));
    }
  }
};

class UnknownOfAFile : public UnknownTest {
 protected:
  void SetUp() override {
    open(false);
    window->view().set_window(MeasureWindow::kWhole);
  }
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  void show(const std::string& file) {
    std::string error;
    auto call = open_call(file, error);
    ASSERT_TRUE(call) << error;
    session.latest = std::make_shared<const CallSnapshot>(call->snapshot(window->view().query()));
    session.opened = file;
    ticks(3);
    ASSERT_TRUE(window->view().shows_file());
    expect_reasons(file.substr(file.rfind('/') + 1).c_str());
  }
  QTemporaryDir folder_;
};

/// The tip of a cell by its table, row and column.
QString tip_at(const MainWindow& window, const QString& table, const QString& row, int column) {
  for (const auto* found : window.findChildren<QTableWidget*>())
    for (int at = 0; found->accessibleName() == table && at < found->rowCount(); ++at)
      if (found->item(at, 0) && found->item(at, 0)->text() == row) return found->item(at, column)->toolTip();
  return "no such cell";
}

TEST_F(UnknownTest, TheReasonIsTheTrueOne) {
  open();
  publish([](CallSnapshot& now) {
    now.received(Medium::kAudio).figures.jitter_on_send_times_ms.reset();
    if (now.received(Medium::kAudio).playout)
      now.received(Medium::kAudio).playout->bursts = LossBursts{};  // nothing was lost
  });
  expect_reasons("a call without loss");
  const QString figures = "Counts and measures of every stream", playout = "Playout of sound and picture";
  enum { kSent = 1, kLocal = 2, kRemote = 3 };
  const auto tip = [&](const QString& row, int column) { return tip_at(*window, figures, row, column); };
  EXPECT_TRUE(has(tip("One-way delay p95, last 10 s", kLocal), "Only the remote tells it"));
  EXPECT_TRUE(tip("Lost", kSent).contains("see remote"));
  EXPECT_FALSE(tip("DVT", kSent).contains("see remote")) << "the remote does not tell it either";
  EXPECT_TRUE(tip("DVT", kRemote).contains("never tell it"));
  EXPECT_TRUE(tip("Jitter on send times, now", kLocal).contains("send times"));
  EXPECT_TRUE(tip_at(*window, playout, "Burst length", 1).contains("There was no burst"));
  EXPECT_TRUE(tip_at(*window, playout, "Burst ratio", 1).contains("All units were played"));
}

TEST_F(UnknownTest, EachDashHasItsReason) {
  open();
  expect_reasons("a call");
  publish([](CallSnapshot& now) {
    for (auto* stream : {&now.received(Medium::kAudio).figures, &now.received(Medium::kVideo).figures}) {
      stream->recent_delay_mean_ms.reset();
      stream->delay = {};
      stream->jitter_rfc3550_ms.reset();
      stream->frames_late.reset();
    }
    for (auto* quality : {&now.received(Medium::kAudio).quality, &now.received(Medium::kVideo).quality})
      if (*quality) (*quality)->now = {};
    now.conditions->clock.reset();
    now.round_trip_ms.reset();
  });
  expect_reasons("clocks that do not agree");
  publish([](CallSnapshot& now) {
    now.received(Medium::kAudio).figures = {};
    now.received(Medium::kVideo).figures = {};
    now.sent[Medium::kVideo] = {};
    now.reported(Medium::kAudio).figures.reset();
    now.reported(Medium::kVideo).figures.reset();
    now.received(Medium::kAudio).quality.reset();
    now.received(Medium::kVideo).quality.reset();
    now.reported(Medium::kAudio).quality.reset();
    now.reported(Medium::kVideo).quality.reset();
    now.received(Medium::kAudio).measures.reset();
    now.shaping_remote.clear();
  });
  expect_reasons("nothing received");
  EXPECT_GT(dashes, 100) << "the cases are tried";
}

constexpr auto kFigures = "Counts and measures of every stream";

TEST_F(UnknownOfAFile, ByTwoClocksTheDelayIsUnknownBecauseOfThem) {
  std::ofstream(path("ahead.csv")) << "seq,send_us,recv_us\n1,9000000,5000\n2,9020000,27000\n3,9040000,45000\n";
  show(path("ahead.csv"));
  EXPECT_TRUE(has(tip_at(*window, kFigures, "One-way delay p95, whole call", 2), "clocks"));
  std::string error;
  const auto trace = TraceReader::open(test_data("traces/schema9-a.jscope.gz"), error);
  ASSERT_TRUE(trace && export_pcapng(*trace, path("call.pcapng"), error)) << error;
  show(path("call.pcapng"));
  EXPECT_TRUE(has(tip_at(*window, kFigures, "One-way delay p95, whole call", 5), "clocks"));
  EXPECT_GT(dashes, 50);
}

TEST_F(UnknownOfAFile, OfAStreamOnlySentLossIsTheRemotesToTell) {
  std::ofstream(path("sent.csv")) << "seq,send_us,recv_us,size\n1,0,,100\n2,20000,,100\n3,40000,,100\n";
  show(path("sent.csv"));
  EXPECT_TRUE(tip_at(*window, kFigures, "Lost", 1).contains("Only where the packets arrive"));
  EXPECT_GT(dashes, 20);
}

TEST_F(UnknownTest, WhatTheRemoteTellsThroughALongQueueSaysOfWhenItIs) {
  open();
  const auto of_age = [](std::optional<double> sent_ago_s, double age_s = 0.2) {
    return [=](CallSnapshot& now) {
      auto& video = *now.reported(Medium::kVideo).figures;
      video.sent_ago_s = sent_ago_s;
      now.reported(Medium::kAudio).figures->age_s = video.age_s = age_s;
    };
  };
  const auto span = [&] { return window->findChild<Readouts*>()->span(); };
  const auto figures = [&](const QString& row, int column) {
    return tip_at(*window, "Counts and measures of every stream", row, column);
  };
  window->view().set_side(Side::kRemote);
  publish(of_age(1.2, 5));
  EXPECT_FALSE(span().contains("ago")) << "reports of a narrow link";
  publish(of_age(6.7, 0.2));
  EXPECT_TRUE(span().endsWith("remote video: up to what was sent 6 s ago")) << span().toStdString();
  publish(of_age(6.7, 1.4));
  expect_reasons("a long queue");
  EXPECT_TRUE(span().endsWith("remote video: up to what was sent 8 s ago")) << span().toStdString();
  for (const auto* row : {"Packet loss, last 10 s", "Packet loss, whole call"}) {
    EXPECT_TRUE(has(figures(row, 6), "Remote: up to what was sent 8 s ago."));
    EXPECT_FALSE(figures(row, 3).contains("ago")) << "sound";
  }
  for (const auto* title : {"Jitter", "Rates and packet loss"}) {
    panel(title)->draw(session.latest);
    EXPECT_EQ(panel(title)->reading().count("up to what was sent 8 s ago"), 1) << panel(title)->reading().toStdString();
  }
  publish(of_age(6.7, 12.4));
  expect_reasons("no reports behind a long queue");
  EXPECT_FALSE(span().contains("sent")) << "there are no figures";
  EXPECT_FALSE(figures("Packet loss, last 10 s", 6).contains("sent 1"));
}

TEST_F(UnknownTest, WhatTheRemoteReportedLongAgoIsNotOfNow) {
  open();
  const auto remote = [&] { return window->findChild<Readouts*>()->text(0, 3); };
  const auto figures = [&](int column) {
    return tip_at(*window, "Counts and measures of every stream", "Packet loss, last 10 s", column);
  };
  const auto told = [](double ago_s) {
    return [ago_s](CallSnapshot& now) {
      now.reported(Medium::kAudio).figures->age_s = now.reported(Medium::kVideo).figures->age_s = ago_s;
      now.reported(Medium::kVideo).figures->recent_loss_ratio = 0.1;
    };
  };
  publish(told(5));
  expect_reasons("reports of a narrow link");
  EXPECT_EQ(remote(), "10.0");
  publish(told(12.4));
  expect_reasons("no reports");
  EXPECT_EQ(remote(), kDash);
  EXPECT_TRUE(has(figures(6), "There is no report from the remote for 12 s."));
  for (const auto* title : {"Jitter", "Rates and packet loss"}) {
    window->view().set_side(Side::kRemote);
    panel(title)->draw(session.latest);
    EXPECT_TRUE(has(panel(title)->reading(), "no report from the remote for 12 s"));
  }
  publish(told(0.2));
  EXPECT_EQ(remote(), "10.0");
}

}  // namespace
}  // namespace jitterscope::unknown_test
