#include "ui/figures/panel_figure.h"

#include <algorithm>
#include <cstring>

#include <qcustomplot.h>
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QBuffer>
#include <QImage>
#include <QLabel>
#include <QPageSize>
#include <QPdfWriter>
#include <QScrollBar>
#include <QTextStream>
#include <QVBoxLayout>

#include "core/measures/views/snapshot.h"
#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/drawings/xml_text.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/sizes.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/window_chooser.h"

namespace jitterscope {
namespace {

constexpr int kFigureDotsPerInch = 96;
constexpr int kHighestFigure = 4000, kTableStep = 16;  // px
constexpr int kRasterScale = 3;                        // 288 dots an inch
constexpr const char* kBothMedia = "both";             // in one figure, where a panel shows one at first
constexpr double kShortestFigure_s = 0.1;              // of a time axis

std::vector<PanelDefinition> plotted() {
  std::vector<PanelDefinition> found;
  for (const PanelDefinition& definition : panel_definitions())
    if (!definition.name.empty()) found.push_back(definition);
  std::ranges::stable_sort(found, {}, &PanelDefinition::place);
  return found;
}

/// "load and clock" is also chosen by "load-and-clock".
QString choice_word(QString text) {
  return text.toLower().replace(' ', '-');
}

QString listed(const QStringList& words) {
  return words.size() < 2 ? words.join("") : words.mid(0, words.size() - 1).join(", ") + Tr::tr(" and ") + words.back();
}

}  // namespace

std::vector<std::string_view> plotted_panels() {
  std::vector<std::string_view> names;
  for (const PanelDefinition& definition : plotted()) names.push_back(definition.name);
  return names;
}

PanelFigure::PanelFigure(const FigureOrder& order) : made_(QString::fromStdString(order.made)) {
  for (const PanelDefinition& definition : plotted())
    if (definition.name == order.panel) panel_ = definition.make({view_, quality_, nullptr});
  if (!panel_) {
    QStringList names;
    for (const std::string_view name : plotted_panels())
      names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    trouble_ = Tr::tr("There is no panel “%1”. Name one of these: %2.")
                   .arg(QString::fromStdString(order.panel), listed(names));
    return;
  }
  view_.set_shows_file(true);
  view_.set_end(std::max(order.to_s, order.from_s + kShortestFigure_s));
  view_.show(order.from_s, std::max(order.to_s, order.from_s + kShortestFigure_s));
  title_ = Tr::tr("%1: %2").arg(panel_->shown_title(), order.file);
  auto* column = new QVBoxLayout(&page_);
  set_margins(column, {0, 0, 0, 0});
  column->addWidget(panel_);
  if (order.chosen.empty() && choice(kBothMedia)) choose(kBothMedia);
  for (const std::string& word : order.chosen) choose(word);
  if (trouble_.isEmpty()) draw(order);
}

PanelFigure::~PanelFigure() = default;

/// The buttons of all choices that the panel offers.
QList<QAbstractButton*> PanelFigure::choices() const {
  QList<QAbstractButton*> buttons;
  for (const auto* segments : panel_->findChildren<Segments*>())
    if (!dynamic_cast<const WindowChooser*>(segments))  // the time is the order's
      buttons << segments->findChildren<QAbstractButton*>();
  return buttons;
}

QAbstractButton* PanelFigure::choice(const std::string& word) const {
  for (auto* button : choices())
    if (choice_word(button->text()) == choice_word(QString::fromStdString(word))) return button;
  return nullptr;
}

/// Presses the button of that word; what several choices offer is chosen in the first.
void PanelFigure::choose(const std::string& word) {
  if (auto* button = choice(word)) return button->click();
  if (!trouble_.isEmpty()) return;
  QStringList offered;
  for (const auto* button : choices()) offered << choice_word(button->text());
  const auto wanted = QString::fromStdString(word), title = panel_->shown_title();
  trouble_ = offered.isEmpty()
                 ? Tr::tr("“%1” offers no choice, so there is no “%2”.").arg(title, wanted)
                 : Tr::tr("“%1” offers no “%2”. Choose of these: %3.").arg(title, wanted, listed(offered));
}

/// Draws twice, because the first layout tells how many ticks there is room for.
void PanelFigure::draw(const FigureOrder& order) {
  panel_->become_figure(order.file);
  style_window(page_);
  page_.setAttribute(Qt::WA_DontShowOnScreen);
  page_.resize(px(order.size));
  page_.show();
  for (int time = 0; time < 2; ++time) {
    panel_->draw(order.snapshot);
    QCoreApplication::processEvents();
    if (time == 0) make_tables_whole();
    for (auto* plot : panel_->findChildren<QCustomPlot*>()) plot->replot(QCustomPlot::rpImmediateRefresh);
  }
  trouble_ = panel_->empty_sentence();
}

/// Makes the figure as high as what would have to be scrolled to.
void PanelFigure::make_tables_whole() {
  const auto is_cut = [](const QAbstractScrollArea* area) {
    return area->isVisible() && area->verticalScrollBar()->maximum() > 0;
  };
  while (page_.height() < px(kHighestFigure) &&
         std::ranges::any_of(panel_->findChildren<QAbstractScrollArea*>(), is_cut)) {
    page_.resize(page_.width(), page_.height() + px(kTableStep));
    QCoreApplication::processEvents();
  }
}

QByteArray PanelFigure::bytes(std::string_view format) {
  return format == "csv" ? numbers() : format == "png" ? raster() : drawn_on_paper(format == "svg");
}

QByteArray PanelFigure::numbers() const {
  QString text;
  QTextStream out(&text);
  panel_->write_csv(out);
  out.flush();
  return text.toUtf8();
}

QByteArray PanelFigure::raster() {
  QImage image(page_.size() * kRasterScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kRasterScale);
  constexpr double kInch_m = 0.0254;
  const int dots = static_cast<int>(kFigureDotsPerInch * kRasterScale / kInch_m);
  image.fill(colours().panel);
  if (!draw_widget(page_, image)) return {};
  image.setDotsPerMeterX(dots);
  image.setDotsPerMeterY(dots);
  image.setText("Title", title_);
  image.setText("Description", made_);
  QBuffer png;
  png.open(QIODevice::WriteOnly);
  return image.save(&png, "PNG") ? png.data() : QByteArray();
}

QByteArray PanelFigure::drawn_on_paper(bool as_svg) {
  if (as_svg) {
    SvgCanvas canvas(page_.size());
    if (!draw_widget(page_, canvas)) return {};
    QByteArray svg = canvas.svg(title_);
    constexpr const char* kAfterTitle = "</title>\n";
    if (!made_.isEmpty())
      svg.insert(svg.indexOf(kAfterTitle) + static_cast<qsizetype>(strlen(kAfterTitle)),
                 ("<desc>" + xml_text(made_) + "</desc>\n").toUtf8());
    return svg;
  }
  QBuffer out;
  out.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&out);
  pdf.setResolution(kFigureDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(page_.size()) * 72 / kFigureDotsPerInch, QPageSize::Point));
  pdf.setPageMargins({});
  pdf.setTitle(title_);
  pdf.setCreator(made_);
  return draw_widget(page_, pdf) ? out.data() : QByteArray();
}

}  // namespace jitterscope
