#include "ui/theme.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <QApplication>
#include <QLayout>
#include <QPalette>
#include <QProxyStyle>
#include <QRegularExpression>

#include <qcustomplot.h>

static void load_icons() {
  Q_INIT_RESOURCE(ui);
}  // a static library's resources load on demand; not in a namespace

namespace jitterscope {
namespace {

const Colours kDark{"#15181c",
                    "#1d2126",
                    "#2a3038",
                    "#363d46",
                    "#e7e9ec",
                    "#9ba5b0",
                    "#dfe3e8",
                    "#15181c",
                    "#c8463a",
                    "#4a3a10",
                    {"#56B4E9", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#8b949e", "#e7e9ec"}};
const Colours kLight{"#eceef1",
                     "#ffffff",
                     "#e9ecef",
                     "#cfd5db",
                     "#1a1e23",
                     "#56606b",
                     "#2b323a",
                     "#ffffff",
                     "#b5382d",
                     "#fff1cc",
                     {"#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#7d8691", "#1a1e23"}};

QPalette palette_of(const Colours& c) {
  QPalette palette;
  palette.setColor(QPalette::Window, c.window);
  palette.setColor(QPalette::WindowText, c.text);
  palette.setColor(QPalette::Base, c.panel);
  palette.setColor(QPalette::AlternateBase, c.window);
  palette.setColor(QPalette::Text, c.text);
  palette.setColor(QPalette::PlaceholderText, c.muted);
  palette.setColor(QPalette::Button, c.raised);
  palette.setColor(QPalette::ButtonText, c.text);
  palette.setColor(QPalette::ToolTipBase, c.raised);
  palette.setColor(QPalette::ToolTipText, c.text);
  palette.setColor(QPalette::Highlight, c.chosen);
  palette.setColor(QPalette::HighlightedText, c.chosen_text);
  palette.setColor(QPalette::Mid, c.line);
  palette.setColor(QPalette::Light, c.raised);
  palette.setColor(QPalette::Dark, c.line);
  palette.setColor(QPalette::Link, c.text);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, c[Hue::kHeld]);
  return palette;
}

/// Margins, indicators and the like that nobody sets come from the style, and grow too.
class ZoomedStyle : public QProxyStyle {
 public:
  ZoomedStyle() : QProxyStyle("Fusion") {}
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    const int length = QProxyStyle::pixelMetric(metric, option, widget);
    return length > 1 ? px(length) : length == 1 ? hairline() : length;  // below 0: not said
  }
};

// @name is replaced by the colour of that name; lengths are of the usual size, those of 1px are hairlines.
constexpr auto kSheet = R"(
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px; }
QMenuBar { background: @window; } QMenuBar::item { padding: 4px 8px; } QMenuBar::item:selected { background: @raised; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 16px; } QMenu::item:selected { background: @raised; }
QMenu::item:disabled { color: @held; } QMenu::separator { height: 1px; background: @line; margin: 4px; }
QFrame#panel, QFrame#bar { background: @panel; border: 1px solid @line; border-radius: 4px; }
QFrame#figure { background: @panel; border: none; }
QFrame#banner { background: @attention; border: 1px solid @video; border-radius: 4px; }
QFrame#banner[calm="true"] { background: @raised; border-color: @muted; }
QLabel[muted="true"] { color: @muted; }
QPushButton, QToolButton, QComboBox, QSpinBox, QDoubleSpinBox, QLineEdit {
  background: @raised; color: @text; border: 1px solid @line; border-radius: 3px; padding: 2px 8px; min-height: 18px; }
QLineEdit, QSpinBox, QDoubleSpinBox { background: @window; padding: 2px 4px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 16px; border: none; background: transparent; }
QAbstractSpinBox::up-arrow { image: url(:/icons/chevron-up.svg); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/chevron-down.svg); width: 9px; height: 9px; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: @muted; }
QPushButton:pressed, QToolButton:pressed { background: @line; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled, QLineEdit:disabled, QAbstractSpinBox:disabled { color: @held; }
QPushButton:focus, QToolButton:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus,
QTableView:focus { border: 1px solid @text; }
QPushButton#danger { background: @danger; color: white; border-color: @danger; }
QPushButton#danger:focus { border-color: @text; }
QPushButton#attention { background: @attention; border-color: @video; }
QPushButton#first { background: @chosen; color: @chosen_text; border-color: @chosen;
  min-height: 48px; }
QPushButton#first:focus { border: 2px solid @text; } QPushButton#first:disabled { background: @raised; color: @muted; }
QPushButton:checked, QToolButton:checked { background: @chosen; color: @chosen_text; border-color: @chosen; }
QToolButton#quiet { border-color: transparent; background: transparent; color: @muted; padding: 0px 4px; }
QToolButton#quiet:hover, QToolButton#quiet:focus { color: @text; border-color: @line; }
QToolButton#fold, QToolButton#fold:checked { border-color: transparent; background: transparent; color: @text;
  padding: 0px 2px 0px 0px; }
QToolButton#fold[muted="true"] { color: @muted; } QToolButton#fold:hover { color: @text; }
QToolButton#fold:focus { border-color: @line; }
QToolButton#segment { border-radius: 0; padding: 2px 5px; margin-left: -1px; }
QToolButton#segment[compact="true"] { padding: 2px 3px; }
QToolButton#segment[first="true"] { margin-left: 0px; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { image: url(:/icons/chevron-down.svg); width: 10px; height: 10px; } QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid @muted; border-radius: 2px; background: @window; }
QCheckBox::indicator:checked { background: @chosen; border-color: @chosen; image: url(:/icons/check-@check.svg); }
QCheckBox:focus { color: @text; text-decoration: underline; }
QMainWindow::separator { width: 8px; height: 8px; background: transparent; } QTabBar { background: transparent; }
QTabBar::tab { color: @muted; padding: 4px 4px; border: none; border-bottom: 2px solid transparent; }
QTabBar QToolButton { padding: 0px; } QTabBar QToolButton::menu-indicator { image: none; }
QTabBar::tab:selected { color: @text; border-bottom-color: @text; } QTabBar::tab:focus { text-decoration: underline; }
QTableView { background: @panel; border: 1px solid transparent; gridline-color: @line; selection-background-color: @raised;
  selection-color: @text; }
QHeaderView, QHeaderView::section { background: @panel; color: @muted; border: none; padding: 2px 4px; font-size: 9pt; }
QTableCornerButton::section { background: @panel; border: none; }
QProgressBar { background: @raised; border: none; border-radius: 3px; min-height: 6px; max-height: 6px; }
QProgressBar::chunk { background: @muted; border-radius: 3px; }
QScrollArea { background: transparent; border: none; } QSplitter::handle { background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; } QScrollBar:horizontal { background: transparent; height: 10px; }
QScrollBar::handle { background: @line; border-radius: 4px; min-height: 24px; min-width: 24px; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
)";

/// Each number before `unit` by what `size` makes of it.
template <typename Size>
QString sized(const QString& sheet, const char* unit, Size size) {
  const QRegularExpression number(QString("(\\d+)(?=%1)").arg(unit));
  QString all;
  qsizetype done = 0;
  for (auto found = number.globalMatch(sheet); found.hasNext();) {
    const auto each = found.next();
    all += sheet.mid(done, each.capturedStart() - done) + size(each.captured().toInt());
    done = each.capturedEnd();
  }
  return all + sheet.mid(done);
}

QString sized_sheet(const QString& sheet) {
  const auto pixels = [](int length) { return QString::number(length == 1 ? hairline() : px(length)); };
  const auto points = [](int size) { return QString::number(size * zoom()); };
  return sized(sized(sheet, "px", pixels), "pt", points);
}

QString sheet_of(const Colours& c) {
  QString sheet = sized_sheet(kSheet);
  const std::pair<const char*, QColor> names[] = {{"@chosen_text", c.chosen_text},
                                                  {"@chosen", c.chosen},
                                                  {"@window", c.window},
                                                  {"@panel", c.panel},
                                                  {"@raised", c.raised},
                                                  {"@line", c.line},
                                                  {"@text", c.text},
                                                  {"@muted", c.muted},
                                                  {"@danger", c.danger},
                                                  {"@attention", c.attention},
                                                  {"@video", c[Hue::kVideo]},
                                                  {"@held", c[Hue::kHeld]}};
  for (const auto& [name, colour] : names) sheet.replace(name, colour.name());
  return sheet.replace("@check", c.chosen_text.lightness() < 128 ? "dark" : "light");
}

std::optional<Theme> theme_meanwhile;  // see ThemeMeanwhile
int width_of_letters = 100;            // percent of the font's own

QFont sized_font(double points, QFont::Weight weight = QFont::Normal) {
  QFont font("Noto Sans");
  font.setStretch(width_of_letters);
  font.setPointSizeF(points * zoom());
  font.setWeight(weight);
  return font;
}

}  // namespace

const Colours& colours_of(Theme theme) {
  return theme == Theme::kDark ? kDark : kLight;
}
Theme current_theme() {
  if (theme_meanwhile) return *theme_meanwhile;
  return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? Theme::kDark : Theme::kLight;
}
const Colours& colours() {
  return colours_of(current_theme());
}

ThemeMeanwhile::ThemeMeanwhile(Theme theme) {
  theme_meanwhile = theme;
}
ThemeMeanwhile::~ThemeMeanwhile() {
  theme_meanwhile.reset();
}

QColor part_colour(DelayPart part) {
  const auto& c = colours();
  const bool dark = current_theme() == Theme::kDark;
  const auto of_work = [&](int step) { return dark ? c.line.lighter(150 + 22 * step) : c.line.darker(108 + 9 * step); };
  switch (part) {
    case DelayPart::kCapture: return of_work(0);
    case DelayPart::kEncode: return of_work(1);
    case DelayPart::kReassembly: return of_work(2);
    case DelayPart::kDecode: return of_work(3);
    case DelayPart::kDisplay: return of_work(4);
    case DelayPart::kShaper: return dark ? c.line.lighter(112) : c.raised.darker(103);
    case DelayPart::kPlayout: return dark ? c.raised : c.raised.lighter(102);
    case DelayPart::kSocket: return c[Hue::kSystem].darker(135);
    case DelayPart::kKernel: return c[Hue::kSystem];
    case DelayPart::kQueue: return c[Hue::kNetwork].darker(130);
    case DelayPart::kLink: return c[Hue::kNetwork];
  }
  return c.line;
}

QColor waiting_colour() {
  return colours()[Hue::kSystem].lighter(145);
}

QBrush unknown_brush() {
  return {colours().muted, Qt::BDiagPattern};
}

QColor words_on(const QColor& background) {
  return qGray(background.rgb()) > 120 ? QColor("#15181c") : QColor("#ffffff");
}

void apply_theme(QApplication& application, Theme theme) {
  load_icons();
  const auto& c = colours_of(theme);
  // Once: it polishes every widget anew, and the sheet does that again.
  if (!dynamic_cast<ZoomedStyle*>(QApplication::style())) application.setStyle(new ZoomedStyle);
  QApplication::setFont(sized_font(10));
  QApplication::setPalette(palette_of(c));
  for (auto* window : QApplication::topLevelWidgets())
    if (!window->parentWidget()) style_window(*window);
}

void set_zoom(QApplication& application, double wanted, bool thick) {
  const auto away = [wanted](double step) { return std::abs(step - wanted); };
  const double step = *std::ranges::min_element(kZoomSteps, {}, away);
  if (step == zoom() && thick == thick_lines()) return;
  keep_zoom(step, thick);
  apply_theme(application, current_theme());
  size_all();
}

double next_zoom(int steps) {
  const auto at = std::ranges::find(kZoomSteps, zoom()) - kZoomSteps.begin();
  return kZoomSteps[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + steps, 0, kZoomSteps.size() - 1))];
}

void style_window(QWidget& window) {
  const auto sheet = sheet_of(colours());  // the palette is that of the program
  const auto own_words = QString("QLabel, QTableView { color: %1; } ").arg(colours().text.name());
  window.setStyleSheet(theme_meanwhile ? own_words + sheet : sheet);
  const auto widgets = window.findChildren<QWidget*>();
  for (auto* widget : widgets) widget->ensurePolished();
  for (auto* widget : widgets) widget->updateGeometry();  // its sizes are the sheet's from now on
  for (auto* layout : window.findChildren<QLayout*>()) layout->invalidate();
}

void widen_words(QApplication& application, double factor) {
  width_of_letters = static_cast<int>(std::lround(factor * 100));
  apply_theme(application, current_theme());
  size_all();
}

QFont small_font() {
  return sized_font(9);
}
QFont title_font() {
  return sized_font(11, QFont::DemiBold);
}

void use_small_font(QWidget* widget) {
  when_sized(widget, [=] { widget->setFont(small_font()); });
}
void use_title_font(QWidget* widget) {
  when_sized(widget, [=] { widget->setFont(title_font()); });
}

void style_plot(QCustomPlot& plot) {
  const auto& c = colours();
  plot.setBackground(c.panel);
  plot.setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
  plot.setNotAntialiasedElements(QCP::aeFills);
  for (auto* rect : plot.axisRects()) {
    for (auto* axis : rect->axes()) {
      axis->setBasePen(hairline_pen(c.line));
      axis->setTickPen(hairline_pen(c.line));
      axis->setSubTickPen(Qt::NoPen);
      axis->setTickLengthIn(0);
      axis->setTickLengthOut(px(3));
      axis->setTickLabelColor(c.muted);
      axis->setLabelColor(c.muted);
      axis->setTickLabelFont(small_font());
      axis->setLabelFont(small_font());
      axis->setLabelPadding(px(1));
      if (axis->axisType() == QCPAxis::atLeft) axis->setTickLabelPadding(px(3));
      axis->grid()->setPen(hairline_pen(c.raised));
      axis->grid()->setZeroLinePen(Qt::NoPen);
      axis->grid()->setSubGridVisible(false);
    }
  }
}

QPen series_pen(Hue hue, Qt::PenStyle style) {
  return hairline_pen(colours()[hue], style);
}
QPen hairline_pen(const QColor& colour, Qt::PenStyle style) {
  return QPen(colour, hairline(), style);
}

}  // namespace jitterscope
