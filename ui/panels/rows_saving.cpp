#include "ui/panels/rows_saving.h"

#include <algorithm>
#include <utility>

#include <QElapsedTimer>
#include <QTextStream>

#include "ui/panels/panel.h"
#include "ui/panels/panel_export.h"
#include "ui/widgets/row_table.h"

namespace jitterscope {
namespace {

constexpr qint64 kTurnMs = 15;
constexpr int kRowsTogether = 200;

}  // namespace

RowsSaving::RowsSaving(std::unique_ptr<Panel> panel, const QString& path, const QByteArray& made, QObject* parent,
                       std::function<void(bool)> finished)
    : QObject(parent), panel_(std::move(panel)), path_(path), made_(made), finished_(std::move(finished)) {
  QTextStream out(&csv_);
  panel_->long_table()->write_csv_headings(out);
  connect(&turns_, &QTimer::timeout, this, &RowsSaving::write_some);
  turns_.start(0);
}

RowsSaving::~RowsSaving() = default;

void RowsSaving::write_some() {
  const RowTable& table = *panel_->long_table();
  const int rows = table.rows().rowCount();
  QTextStream out(&csv_, QIODevice::Append);
  QElapsedTimer turn;
  for (turn.start(); next_ < rows && turn.elapsed() < kTurnMs;) {
    const int to = std::min(next_ + kRowsTogether, rows);
    table.write_csv_rows(out, next_, to);
    next_ = to;
  }
  out.flush();
  if (next_ == rows) write_bytes();
}

void RowsSaving::write_bytes() {
  turns_.stop();
  disk_ = std::jthread([this] {
    const bool written = write_numbers(path_, csv_, made_);
    QMetaObject::invokeMethod(
        this,
        [this, written] {
          finished_(written);
          deleteLater();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace jitterscope
