#include "ui/panels/panel_export.h"

#include <QAbstractButton>
#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <qcustomplot.h>

#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kDotsPerInch = 96;

/// `widget` and what is in it at the painter's origin; plots draw themselves as vectors.
void paint_tree(QWidget& widget, QCPPainter& painter) {
  if (auto* plot = qobject_cast<QCustomPlot*>(&widget)) {
    painter.save();
    plot->toPainter(&painter, plot->width(), plot->height());
    painter.restore();
  } else {
    const auto transform = painter.transform();
    painter.save();
    widget.render(&painter, transform.map(QPoint()), {}, QWidget::DrawWindowBackground);
    painter.restore();
  }
  for (auto* child : widget.children()) {
    auto* inside = qobject_cast<QWidget*>(child);
    if (!inside || inside->isHidden() || inside->isWindow() || qobject_cast<QAbstractButton*>(inside)) continue;
    painter.save();
    painter.translate(inside->pos());
    paint_tree(*inside, painter);
    painter.restore();
  }
}

bool paint_on(QPaintDevice& device, QWidget& widget) {
  QCPPainter painter;
  if (!painter.begin(&device)) return false;
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
  painter.fillRect(widget.rect(), colours().panel);
  paint_tree(widget, painter);
  return painter.end();
}

bool draw_svg(QWidget& widget, QIODevice& out) {
  QSvgGenerator svg;
  svg.setOutputDevice(&out);
  svg.setSize(widget.size());
  svg.setViewBox(widget.rect());
  svg.setResolution(kDotsPerInch);
  svg.setTitle(widget.accessibleName());
  return paint_on(svg, widget);
}

bool draw_pdf(QWidget& widget, QIODevice& out) {
  QPdfWriter pdf(&out);
  pdf.setResolution(kDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(widget.size()) * 72 / kDotsPerInch, QPageSize::Point));
  pdf.setPageMargins({});
  pdf.setTitle(widget.accessibleName());
  return paint_on(pdf, widget);
}

}  // namespace

bool write_picture(QWidget& widget, const QString& path) {
  QBuffer picture;
  picture.open(QIODevice::WriteOnly);
  const bool drawn = path.endsWith(".svg", Qt::CaseInsensitive)   ? draw_svg(widget, picture)
                     : path.endsWith(".pdf", Qt::CaseInsensitive) ? draw_pdf(widget, picture)
                                                                  : widget.grab().save(&picture, "PNG");
  return drawn && write_export(path, picture.data());
}

bool write_export(const QString& path, const QByteArray& bytes) {
  const QFileInfo there(path);
  if (there.isSymLink()) return false;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  if (!there.exists() && !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) return false;
  return file.write(bytes) == bytes.size() && file.commit();
}

}  // namespace jitterscope
