// A panel in a file: how the file is named, what is written, and the panel as a figure.
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>
#include <QAbstractButton>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QRegularExpression>
#include <QTextStream>

#include "core/measures/views/snapshot.h"
#include "ui/panels/figure_page.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/panel_export.h"
#include "ui/panels/rows_saving.h"
#include "ui/panels/same_choices.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/row_table.h"
#include "ui/words/clock_ticker.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"
#include "ui/words/typed_span.h"

namespace jitterscope {
namespace {

constexpr double kShortSpan_s = 10;          // shorter ones are named with tenths
constexpr qsizetype kLongestSafeName = 100;  // of a call or a file, in the name of another
constexpr int kRowsAtOnce = 5000;            // are written in an instant

/// "name-of-it" of "name of it.jscope"; letters, digits and points alone, and no hidden file.
QString safe_name(QString words) {
  static const QRegularExpression kSuffix("\\.(jscope|pcapng|pcap|rtpdump|csv)$",
                                          QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression kNotInNames("[^\\p{L}\\p{N}._]+"), kAtEnds("^[-.]+|[-.]+$");
  words = words.remove(kSuffix).replace(kNotInNames, "-").left(kLongestSafeName).remove(kAtEnds);
  return words.isEmpty() ? QStringLiteral("call") : words;
}

/// "30", of short spans "30.2"
QString second_name(double seconds, bool tenths) {
  const double exact = tenths ? std::round(seconds * 10) / 10 : std::round(seconds);
  return QString::number(exact, 'f', exact == std::round(exact) ? 0 : 1);
}

const QCPAxis* time_axis_of(const QCustomPlot& plot) {
  return plot.xAxis->ticker().dynamicCast<ClockTicker>() ? plot.xAxis : nullptr;
}

}  // namespace

Panel* PanelDefinition::make(const PanelContext& context) const {
  Panel* panel = build(context);
  panel->set_maker([built = build, context] { return built(context); });
  return panel;
}

std::unique_ptr<Panel> Panel::twin() const {
  return std::unique_ptr<Panel>(maker_ ? maker_() : nullptr);
}

void Panel::become_figure(const QString& file) {
  figure_ = true;
  setObjectName("figure");
  name_->setText(Tr::tr("%1: %2").arg(shown_title(), file));
  name_->setTextFormat(Qt::PlainText);
  for (auto* button : findChildren<QAbstractButton*>()) button->hide();
  for (auto* segments : findChildren<Segments*>()) segments->hide();
  for (auto* box : findChildren<QComboBox*>()) box->hide();
  for (auto* table : findChildren<QHeaderView*>()) table->setSortIndicatorShown(false);
  for (auto* plot : findChildren<QCustomPlot*>())
    if (plot->xAxis->tickLabels() && time_axis_of(*plot))
      plot->xAxis->setLabel(Tr::tr("Time since the beginning (min:s)"));
  leave_out_controls();
  reading_->set_whole();
  place_words(words_with_room());
}

std::pair<double, double> Panel::seconds_shown() const {
  const double end = std::max(view_.end(), 0.0);
  const auto until_end = [end](double length) { return std::pair(std::max(end - length, 0.0), end); };
  if (snapshot_)
    if (const auto stretch = shown_stretch(*snapshot_)) return {stretch->from_s(), stretch->to_s()};
  for (const auto* plot : findChildren<QCustomPlot*>())
    if (const auto* axis = time_axis_of(*plot); axis && plot->isVisibleTo(this)) {
      const double from = std::clamp(axis->range().lower, 0.0, end);
      return {from, std::clamp(axis->range().upper, from, std::max(end, from))};
    }
  if (!measured_ || measured_->window == MeasureWindow::kWhole) return until_end(recent_s() > 0 ? recent_s() : end);
  if (measured_->window == MeasureWindow::kSelection) return measured_->selection_s;
  return until_end(length_of(measured_->window)->seconds());
}

QString Panel::figure_words() const {
  const auto [from, to] = seconds_shown();
  const auto times = span_text(from, to);
  return span().contains(times) ? view_.call_words() : view_.call_words() + ", " + times;
}

QString Panel::proposed_name() const {
  const auto [from, to] = seconds_shown();
  const bool tenths = to - from < kShortSpan_s;
  return safe_name(view_.call_words()) + "-" + safe_name(shown_title().toLower()) + "-" + second_name(from, tenths) +
         "-" + second_name(to, tenths) + "s";
}

void Panel::export_visible() {
  auto* dialog = make_save_dialog(this, Tr::tr("Save what is visible in “%1”").arg(shown_title()));
  dialog->setNameFilters(
      {Tr::tr("Picture (*.png)"), Tr::tr("Drawing (*.svg)"), Tr::tr("Page (*.pdf)"), Tr::tr("Numbers (*.csv)")});
  dialog->setDefaultSuffix("png");
  dialog->selectFile(proposed_name() + ".png");
  connect(dialog, &QFileDialog::filterSelected, dialog, [this, dialog](const QString& filter) {
    const auto suffix = filter.section("*.", 1, 1).chopped(1);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(proposed_name() + "." + suffix);
  });
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { export_to(path); });
  dialog->open();
}

bool Panel::export_picture(const QString& path) const {
  const auto suffix = QFileInfo(path).suffix().toLower().toStdString();
  const auto picture = figure_of_shown(*this, suffix == "svg" || suffix == "pdf" ? suffix : "png");
  return !picture.isEmpty() && write_export(path, picture);
}

/// False: its rows are few, and nothing has been begun.
bool Panel::save_rows(const QString& path, const QByteArray& made) {
  if (!long_table() || long_table()->rows().rowCount() <= kRowsAtOnce) return false;
  auto twin = drawn_twin(*this);
  if (!twin) return false;
  const auto rows = count_text(twin->long_table()->rows().rowCount());
  new RowsSaving(std::move(twin), path, made, this, [this, path](bool written) { say_written(path, written); });
  emit said(Tr::tr("Saving %1 rows as %2 …").arg(rows, path), true);
  return true;
}

bool Panel::export_to(const QString& path) {
  bool written = false;
  if (path.endsWith(".csv", Qt::CaseInsensitive)) {
    const auto made = QByteArray::fromStdString(view_.provenance());
    if (const auto beside = provenance_name(path);
        !made.isEmpty() && !QFileInfo::exists(path) && QFileInfo::exists(beside)) {  // nobody was asked about that
      emit said(Tr::tr("%1 is there already, and would be replaced: choose another name").arg(beside), false);
      return false;
    }
    if (save_rows(path, made)) return true;
    QString text;
    QTextStream out(&text);
    write_csv(out);
    out.flush();
    written = write_numbers(path, text.toUtf8(), made);
  } else {
    written = export_picture(path);
  }
  say_written(path, written);
  return written;
}

void Panel::say_written(const QString& path, bool written) {
  const auto failed = QFileInfo(path).isSymLink() ? Tr::tr("Could not write %1: it is a link")
                                                  : Tr::tr("Could not write %1: choose another folder");
  emit said((written ? Tr::tr("Saved as %1") : failed).arg(path), written);
}

}  // namespace jitterscope
