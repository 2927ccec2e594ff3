#include "ui/drawings/widget_drawing.h"

#include <QAbstractButton>
#include <QPicture>

#include <qcustomplot.h>

#include "ui/theme.h"

namespace jitterscope {

void paint_widget(QWidget& widget, QCPPainter& painter) {
  if (auto* plot = qobject_cast<QCustomPlot*>(&widget)) {
    painter.save();
    plot->toPainter(&painter, plot->width(), plot->height());
    painter.restore();
  } else {
    QPicture drawn;                     // on a painter that is moved or scaled Qt 6.4 would paint it elsewhere
    widget.render(&drawn, {}, {}, {});  // on the ground that there is
    painter.drawPicture(0, 0, drawn);
  }
  for (auto* child : widget.children()) {
    auto* inside = qobject_cast<QWidget*>(child);
    if (!inside || inside->isHidden() || inside->isWindow() || qobject_cast<QAbstractButton*>(inside)) continue;
    painter.save();
    painter.translate(inside->pos());
    paint_widget(*inside, painter);
    painter.restore();
  }
}

bool draw_widget(QWidget& widget, QPaintDevice& device) {
  QCPPainter painter;
  if (!painter.begin(&device)) return false;
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
  painter.fillRect(widget.rect(), colours().panel);
  paint_widget(widget, painter);
  return painter.end();
}

}  // namespace jitterscope
