#include "ui/handout/paper_plots.h"

#include <QPainter>

#include "ui/drawings/widget_drawing.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/sizes.h"

namespace jitterscope {
namespace {

constexpr QSize kPaperPlot{660, 300};

}  // namespace

PaperPlots::PaperPlots(const std::vector<LabPlot>& plots) {
  for (const LabPlot& plot : plots) {
    LabPlotView view(plot);
    view.resize(px(kPaperPlot));
    draw_widget(view, drawings_.emplace_back());
  }
}

QSizeF PaperPlots::intrinsicSize(QTextDocument*, int, const QTextFormat&) {
  return kPaperPlot;
}

void PaperPlots::drawObject(QPainter* painter, const QRectF& room, QTextDocument*, int, const QTextFormat& format) {
  painter->save();
  painter->translate(room.topLeft());
  painter->scale(1 / zoom(), 1 / zoom());
  painter->drawPicture(0, 0, drawings_[static_cast<std::size_t>(format.intProperty(kNumber))]);
  painter->restore();
}

}  // namespace jitterscope
