#include "ui/panels/threads_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTextStream>

#include "ui/text.h"
#include "ui/thread_words.h"

namespace jitterscope {
namespace {

constexpr auto kDefinition =
    "<p><b>Asked</b>: the scheduling class set for the thread. <b>Effective</b>: what the kernel says it has. When the "
    "system does not grant a class, the thread "
    "goes on with the one it can have.</p><p><b>Wake latency</b>: how much later than its deadline a paced thread ran, "
    "over the last 10 s. <i>Claypool 1998, §5.</i></p>"
    "<p><b>Rings</b> carry packets and events between threads. A full ring drops and counts; 0 is as it should be.</p>";

constexpr int kRingsWide = 180, kRoomForRings = 640;  // px

}  // namespace

ThreadsPanel::ThreadsPanel(ViewState& view_state, QWidget* parent) : Panel(view_state, "Threads", kDefinition, parent) {
  auto* row = new QHBoxLayout(body());
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(
      threads_ = new FigureTable({"Thread", "Asked", "Effective", "CPU", "Wake p50", "p99", "max (µs)"}, "Threads"), 1);
  row->addWidget(rings_ = new FigureTable({"Ring", "Drops"}, "Rings"));
  rings_->setFixedWidth(kRingsWide);
  for (int column = 0; column < threads_->columnCount(); ++column)
    threads_->horizontalHeader()->setSectionResizeMode(
        column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
  rings_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
}

void ThreadsPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  rings_->setVisible(width() >= kRoomForRings);  // the reading has their sum all the same
}

void ThreadsPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot || snapshot->threads.empty())
    return show_empty(
        "The threads of a call, with the class asked for, the class the kernel gives and their wake latency, appear "
        "here once a call is up.");
  show_body();
  threads_->set_rows(static_cast<int>(snapshot->threads.size()));
  int refused = 0;
  for (int row = 0; row < threads_->rowCount(); ++row) {
    const auto& thread = snapshot->threads[static_cast<std::size_t>(row)];
    const bool granted = class_granted(thread);
    refused += granted ? 0 : 1;
    threads_->set_cell(row, 0, thread_name(thread.role), QString("thread id %1").arg(thread.tid));
    threads_->set_cell(row, 1, class_words(thread.requested));
    threads_->set_cell(row, 2, (granted ? "" : "▲ ") + class_words(thread.effective),
                       granted ? QString() : kRefusedTip);
    threads_->set_cell(row, 3, thread.cpu < 0 ? kDash : QString::number(thread.cpu));
    threads_->set_cell(row, 4, figure(thread.wake_p50_us));
    threads_->set_cell(row, 5, figure(thread.wake_p99_us));
    threads_->set_cell(row, 6, figure(thread.wake_max_us));
  }
  rings_->set_rows(static_cast<int>(snapshot->rings.size()));
  std::int64_t drops = 0;
  for (int row = 0; row < rings_->rowCount(); ++row) {
    const auto& ring = snapshot->rings[static_cast<std::size_t>(row)];
    drops += ring.dropped;
    rings_->set_cell(row, 0, QString::fromStdString(ring.name), QString::fromStdString(ring.name));
    rings_->set_cell(row, 1, count_text(ring.dropped));
  }
  set_reading({{std::nullopt, refused == 0 ? "every thread has the class asked for"
                                           : QString("▲ %1 not granted by the system").arg(refused)},
               {std::nullopt, "rings: " + count_text(drops) + (drops == 1 ? " drop" : " drops")}});
}

void ThreadsPanel::write_csv(QTextStream& out) const {
  threads_->write_csv(out);
  out << "\n";
  rings_->write_csv(out);
}

}  // namespace jitterscope
