#include "ui/panels/panel_export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QWidget>

#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"

namespace jitterscope {
namespace {

constexpr int kDotsPerInch = 96;

bool draw_svg(QWidget& widget, QIODevice& out) {
  SvgCanvas canvas(widget.size());
  if (!draw_widget(widget, canvas)) return false;
  const auto svg = canvas.svg(widget.accessibleName());
  return out.write(svg) == svg.size();
}

bool draw_pdf(QWidget& widget, QIODevice& out) {
  QPdfWriter pdf(&out);
  pdf.setResolution(kDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(widget.size()) * 72 / kDotsPerInch, QPageSize::Point));
  pdf.setPageMargins({});
  pdf.setTitle(widget.accessibleName());
  return draw_widget(widget, pdf);
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

QString provenance_name(const QString& path) {
  return path + ".provenance.json";
}

bool write_numbers(const QString& path, const QByteArray& csv, const QByteArray& made) {
  return write_export(path, csv) && (made.isEmpty() || write_export(provenance_name(path), made));
}

}  // namespace jitterscope
