#include "ui/handout/paper_plots.h"

#include <QPainter>

#include "ui/drawings/widget_drawing.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/sizes.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr QSize kPaperPlot{660, 300}, kWithTitle{660, 318};

}  // namespace

PaperPlots::PaperPlots(const std::vector<LabPlot>& plots) {
  for (const LabPlot& plot : plots) {
    LabPlotView view(plot);
    view.resize(px(kPaperPlot));
    draw_widget(view, plots_.emplace_back(Titled{text_of(plot.title)}).drawing);
  }
}

QSizeF PaperPlots::intrinsicSize(QTextDocument*, int, const QTextFormat&) {
  return kWithTitle;
}

void PaperPlots::drawObject(QPainter* painter, const QRectF& room, QTextDocument* document, int,
                            const QTextFormat& format) {
  if (painter->hasClipping() && !painter->clipBoundingRect().intersects(room))
    return;  // it stands on another page, and the clips of a picture would draw over the margin of this one
  const Titled& plot = plots_[static_cast<std::size_t>(format.intProperty(kNumber))];
  painter->save();
  QFont bold = document->defaultFont();
  bold.setBold(true);
  painter->setFont(bold);
  painter->drawText(room, Qt::AlignLeft | Qt::AlignTop, plot.title);
  painter->translate(room.left(), room.bottom() - kPaperPlot.height());
  painter->scale(1 / zoom(), 1 / zoom());
  painter->drawPicture(0, 0, plot.drawing);
  painter->restore();
}

}  // namespace jitterscope
