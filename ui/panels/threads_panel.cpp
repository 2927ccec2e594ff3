#include "ui/panels/threads_panel.h"

#include <algorithm>

#include <QHeaderView>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"
#include "ui/panels/panel_definition.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

constexpr auto kThreadsPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Asked</b>: the scheduling class set for the thread. <b>Effective</b>: what the kernel says it has, and how "
    "it was lost. When the system does not grant a class, the thread goes on with the one it can have.</p>"
    "<p><b>Wake-up latency</b>: of senders from the deadline until the thread runs, of receivers from the kernel’s "
    "stamp until it runs; last 10 s or since the class last changed, and the slowest of each moment over time. "
    "<i>Claypool 1998, §5.</i></p>"
    "<p><b>Waits</b>: time in which the thread was ready but another ran (run-queue delay). <b>Switches</b>: own = it "
    "waited for something; forced = it was taken off the processor. <i>proc(5), schedstat.</i></p>"
    "<p><b>Rings</b> carry packets and events between threads. A full ring drops and counts; 0 is as it should be.</p>"
    "<p>Select rows to draw those threads; without a selection the media threads are drawn.</p>");

enum : int { kThread, kAsked, kEffective, kCpu, kShare, kWaits, kOwn, kForced, kP50, kP99, kMax };
constexpr int kRoomForColumns = 620;     // px
constexpr int kRoomForWaits = 330;       // px, of the panel's height
constexpr int kTable = 5, kPlot = 2;     // shares of the room; a plot alone has as much as the table
constexpr double kLeastWakeUs = 1;       // lower end of the axis
constexpr int kLeastThreadsHeight = 60;  // px, of a plot

struct Look {
  Hue hue;
  Qt::PenStyle style;
};

Look look_of(ThreadRole role) {
  switch (role) {
    case ThreadRole::kAudioSend: return {Hue::kAudio, Qt::SolidLine};
    case ThreadRole::kAudioReceive: return {Hue::kAudio, Qt::DashLine};
    case ThreadRole::kAudioDevice: return {Hue::kAudio, Qt::DotLine};
    case ThreadRole::kVideoSend: return {Hue::kVideo, Qt::SolidLine};
    case ThreadRole::kVideoReceive: return {Hue::kVideo, Qt::DashLine};
    case ThreadRole::kVideoCapture:
    case ThreadRole::kVideoEncode:
    case ThreadRole::kVideoDecode: return {Hue::kVideo, Qt::DotLine};
    default: return {Hue::kHeld, Qt::SolidLine};
  }
}

std::optional<double> times(std::optional<double> value, double factor) {
  return value ? std::optional(*value * factor) : std::nullopt;
}

/// Of figures that began anew with a change of class: " since 02:31.5".
QString since_words(const ThreadRow& thread) {
  return thread.wake_since_s ? Tr::tr(" since its class changed at %1").arg(axis_time(*thread.wake_since_s))
                             : QString();
}

/// The slowest of each moment.
std::vector<SeriesPoint> tops_of(const std::vector<EnvelopeSlot>& entries) {
  std::vector<SeriesPoint> tops;
  for (const auto& slot : entries) tops.push_back({slot.at_s, slot.max});
  return tops;
}

}  // namespace

ThreadsPanel::ThreadsPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Threads"), Tr::tr(kThreadsPanelDefinition), parent) {
  auto* page = new Segments({Tr::tr("threads"), Tr::tr("rings")}, Tr::tr("Table shown"));
  page->set_current(0);
  add_to_header(page);
  auto* column = make_column(0, body());
  column->addWidget(tables_ = new QStackedWidget, kTable);
  build_table();
  tables_->addWidget(rings_ = new FigureTable({Tr::tr("Ring"), Tr::tr("Drops")}, Tr::tr("Rings")));
  rings_->fit_column(1);
  connect(page, &Segments::chosen, tables_, &QStackedWidget::setCurrentIndex);
  build_plots();
  column->addWidget(legend_);
  column->addWidget(wakes_, kPlot);
  column->addWidget(waits_, kPlot);
}

void ThreadsPanel::build_table() {
  const QStringList columns{Tr::tr("Thread"),
                            Tr::tr("Asked"),
                            Tr::tr("Effective"),
                            "CPU",
                            Tr::tr("Share\n%"),
                            Tr::tr("Waits\nms/s"),
                            Tr::tr("Switches\nown/s"),
                            Tr::tr("\nforced/s"),
                            Tr::tr("Wake µs\np50"),
                            "\np99",
                            Tr::tr("\nmax")};
  tables_->addWidget(threads_ = new FigureTable(columns, Tr::tr("Threads")));
  for (int column = 0; column < threads_->columnCount(); ++column)
    if (column != kEffective) threads_->fit_column(column);
  for (const auto& [column, tip] : std::initializer_list<std::pair<int, QString>>{
           {kShare, Tr::tr("Of one processor, in percent")},
           {kWaits, Tr::tr("Ready to run, but another ran: ms in each second")},
           {kOwn, Tr::tr("Voluntary context switches a second: it waited for something")},
           {kForced, Tr::tr("Involuntary context switches a second: it was taken off the processor")},
           {kP50, Tr::tr("Wake-up latency of the last 10 s, µs: median")},
           {kP99, Tr::tr("Wake-up latency of the last 10 s, µs: 99th percentile")},
           {kMax, Tr::tr("Wake-up latency of the last 10 s, µs: largest")}})
    threads_->horizontalHeaderItem(column)->setToolTip(tip);
  for (const auto& [column, name] : std::initializer_list<std::pair<int, QString>>{
           {kForced, Tr::tr("Switches forced/s")}, {kP99, Tr::tr("Wake µs p99")}, {kMax, Tr::tr("Wake µs max")}})
    threads_->horizontalHeaderItem(column)->setData(Qt::AccessibleTextRole, name);
  connect(threads_, &QTableWidget::itemSelectionChanged, this, [this] {
    if (drawn_) draw_plots(*drawn_);
  });
}

void ThreadsPanel::build_plots() {
  legend_ = new ReadingLine;
  legend_->set_wraps(true);
  wakes_ = new TimePlot(view(), Tr::tr("Wake"), "µs", 100);
  waits_ = new TimePlot(view(), Tr::tr("Waits"), "ms/s", 1);
  wakes_->set_log_axis(kLeastWakeUs);
  wakes_->set_time_labels(false);
  for (auto* plot : {wakes_, waits_}) {
    set_least_height(plot, kLeastThreadsHeight);
    for (std::size_t i = 0; i < kThreadRoles; ++i) {
      const auto role = static_cast<ThreadRole>(i);
      plot->add_series(thread_name(role), look_of(role).hue, look_of(role).style);
    }
  }
}

/// Where room is short, what matters least is left out.
void ThreadsPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  const bool room = height() >= px(kRoomForWaits);
  if (room == waits_->isHidden()) {
    waits_->setVisible(room);
    wakes_->set_time_labels(!room);
    static_cast<QVBoxLayout*>(body()->layout())->setStretchFactor(wakes_, room ? kPlot : kTable);
  }
  for (const int column : {kAsked, kCpu, kOwn, kForced}) threads_->show_column(column, width() >= px(kRoomForColumns));
}

void ThreadsPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  drawn_ = snapshot;
  if (!snapshot || snapshot->threads.empty())
    return show_empty(Tr::tr(
        "The threads of a call, with the class asked for, the class the kernel gives, their wake-up latency and their "
        "waits, appear here once a call is up."));
  show_body();
  fill_table(*snapshot);
  fill_rings(*snapshot);
  draw_plots(*snapshot);
}

void ThreadsPanel::fill_table(const CallSnapshot& now) {
  threads_->set_rows(static_cast<int>(now.threads.size()));
  const auto set = [this, &now](int row, int column, const QString& text, const QString& tip = {}) {
    const bool wakes = column == kP50 || column == kP99 || column == kMax;
    threads_->set_cell(row, column, text, tip,
                       wakes
                           ? in_shown_time(Tr::tr("It has not woken for a deadline or a packet in the last 10 s."), now)
                           : Tr::tr("The kernel has not told it of this thread."));
  };
  for (int row = 0; row < threads_->rowCount(); ++row) {
    const auto& thread = now.threads[static_cast<std::size_t>(row)];
    const auto loss = loss_words(thread);
    set(row, kThread, thread_name(thread.role), Tr::tr("thread id %1").arg(thread.tid));
    set(row, kAsked, class_words(thread.requested).remove(" ms"), class_words(thread.requested));
    set(row, kEffective, (class_granted(thread) ? "" : "▲ ") + (loss.isEmpty() ? class_words(thread.effective) : loss),
        effective_tip(thread));
    set(row, kCpu, thread.cpu < 0 ? kDash : QString::number(thread.cpu));
    set(row, kShare, figure(times(thread.cpu_share, 100)));
    set(row, kWaits, figure(times(thread.run_queue_share, 1000)));
    set(row, kOwn, figure(thread.voluntary_per_s));
    set(row, kForced, figure(thread.involuntary_per_s));
    const auto wakes = thread.wake_since_s ? Tr::tr("Wake-ups") + since_words(thread)
                                           : in_shown_time(Tr::tr("Wake-ups of the last 10 s"), now);
    set(row, kP50, figure(thread.wake_p50_us), wakes);
    set(row, kP99, figure(thread.wake_p99_us), wakes);
    set(row, kMax, figure(thread.wake_max_us), wakes);
  }
}

void ThreadsPanel::fill_rings(const CallSnapshot& now) {
  rings_->set_rows(static_cast<int>(now.rings.size()));
  std::int64_t drops = 0;
  for (int row = 0; row < rings_->rowCount(); ++row) {
    const auto& ring = now.rings[static_cast<std::size_t>(row)];
    drops += ring.dropped;
    rings_->set_cell(row, 0, QString::fromStdString(ring.name), QString::fromStdString(ring.name));
    rings_->set_cell(row, 1, count_text(ring.dropped));
  }
  const auto refused = std::ranges::count_if(now.threads, [](const auto& thread) { return !class_granted(thread); });
  set_reading({{std::nullopt, refused == 0 ? Tr::tr("every thread has the class asked for")
                                           : Tr::tr("▲ %1 without the class asked for").arg(refused)},
               {std::nullopt, Tr::tr("%1 lost between threads").arg(count_text(drops))}});
}

std::vector<ThreadRole> ThreadsPanel::drawn_roles() const {
  std::vector<ThreadRole> roles;
  if (drawn_)
    for (const auto& index : threads_->selectionModel()->selectedRows())
      if (const auto row = static_cast<std::size_t>(index.row()); row < drawn_->threads.size())
        roles.push_back(drawn_->threads[row].role);
  return roles.empty() ? std::vector(kMediaThreads.begin(), kMediaThreads.end()) : roles;
}

void ThreadsPanel::draw_plots(const CallSnapshot& now) {
  const auto roles = drawn_roles();
  Reading legend;
  for (std::size_t i = 0; i < kThreadRoles; ++i) {
    const auto role = static_cast<ThreadRole>(i);
    const auto* thread = std::ranges::count(roles, role) ? find_thread(now.threads, role) : nullptr;
    wakes_->set_points(static_cast<int>(i), thread ? tops_of(thread->wake_series) : std::vector<SeriesPoint>{});
    waits_->set_points(static_cast<int>(i), thread ? thread->run_queue_series : std::vector<SeriesPoint>{});
    if (!thread) continue;
    const auto look = look_of(role);
    legend.push_back({look.hue,
                      thread_name(role) + (thread->wake_p99_us ? ", p99 " + figure(thread->wake_p99_us, "µs") : "") +
                          since_words(*thread),
                      look.style != Qt::SolidLine, thread_name(role)});
  }
  legend_->set_reading(std::move(legend));
  set_figures_span(
      now, Tr::tr("wake-ups: %1, the rest: last second").arg(recent_words(Tr::tr("last 10 s"))),
      Tr::tr("Of a thread whose class changed less than 10 s ago: since then, as its row says when it is pointed at"));
  for (auto* plot : {wakes_, waits_}) plot->draw(now.marks);
}

void ThreadsPanel::write_csv(QTextStream& out) const {
  write_tables(out, {threads_->table(), rings_->table(), wakes_->table(), waits_->table()});
}

PanelDefinition threads_panel() {
  return tab_panel<ThreadsPanel>("threads", 50);
}

}  // namespace jitterscope
