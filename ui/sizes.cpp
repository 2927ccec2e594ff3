#include "ui/sizes.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QGridLayout>
#include <QLayout>
#include <QPointer>
#include <QResizeEvent>
#include <QWidget>

#include "ui/zoom_watch.h"

namespace jitterscope {
namespace {

double zoom_now = 1;
bool thick_now = false;
constexpr double kThicker = 1.5;

ZoomWatch& watch() {
  static ZoomWatch all;
  return all;
}

}  // namespace

double zoom() {
  return zoom_now;
}

int px(double at_usual_size) {
  const double length = at_usual_size * zoom_now;
  if (length == 0) return 0;
  const int rounded = static_cast<int>(std::lround(length));
  return rounded != 0 ? rounded : length > 0 ? 1 : -1;
}

QSize px(const QSize& at_usual_size) {
  return {px(at_usual_size.width()), px(at_usual_size.height())};
}

QMargins px(const QMargins& at_usual_size) {
  return {px(at_usual_size.left()), px(at_usual_size.top()), px(at_usual_size.right()), px(at_usual_size.bottom())};
}

double exact_px(double at_usual_size) {
  return at_usual_size * zoom_now;
}

int hairline() {
  return std::max(1, static_cast<int>(thick_now ? std::ceil(zoom_now * kThicker) : zoom_now));
}

bool thick_lines() {
  return thick_now;
}

void when_sized(QObject* owner, const std::function<void()>& size, Sizing turn) {
  size();
  QObject::connect(&watch(), &ZoomWatch::changed, owner, [size, turn](Sizing now) {
    if (now == turn) size();
  });
}

void set_spaces(QLayout* layout, const QMargins& around, int between) {
  set_margins(layout, around);
  set_spacing(layout, between);
}

void set_spacing(QLayout* layout, int between) {
  when_sized(layout, [=] { layout->setSpacing(px(between)); });
}

void set_spacing(QGridLayout* grid, int across, int down) {
  when_sized(grid, [=] {
    grid->setHorizontalSpacing(px(across));
    grid->setVerticalSpacing(px(down));
  });
}

namespace {
template <typename Layout>
Layout* make_layout(int between, QWidget* in) {
  auto* layout = new Layout(in);
  set_spaces(layout, {}, between);
  return layout;
}
}  // namespace

QHBoxLayout* make_row(int between, QWidget* in) {
  return make_layout<QHBoxLayout>(between, in);
}

QVBoxLayout* make_column(int between, QWidget* in) {
  return make_layout<QVBoxLayout>(between, in);
}

void add_space(QBoxLayout* layout, int length) {
  auto* space = new QSpacerItem(0, 0);
  layout->addSpacerItem(space);
  const bool across = layout->direction() == QBoxLayout::LeftToRight;
  when_sized(layout, [=] {
    const auto along = QSizePolicy::Fixed, beside = QSizePolicy::Minimum;
    across ? space->changeSize(px(length), 0, along, beside) : space->changeSize(0, px(length), beside, along);
  });
}

void set_margins(QLayout* layout, const QMargins& around) {
  when_sized(layout, [=] { layout->setContentsMargins(px(around)); });
}

void set_margins(QWidget* widget, const QMargins& around) {
  when_sized(widget, [=] { widget->setContentsMargins(px(around)); });
}

void set_least_width(QWidget* widget, int width) {
  when_sized(widget, [=] { widget->setMinimumWidth(px(width)); });
}

void set_least_height(QWidget* widget, int height) {
  when_sized(widget, [=] { widget->setMinimumHeight(px(height)); });
}

void set_least_size(QWidget* widget, int width, int height) {
  when_sized(widget, [=] { widget->setMinimumSize(px(width), px(height)); });
}

void set_most_width(QWidget* widget, int width) {
  when_sized(widget, [=] { widget->setMaximumWidth(px(width)); });
}

void set_width(QWidget* widget, int width) {
  when_sized(widget, [=] { widget->setFixedWidth(px(width)); });
}

void set_height(QWidget* widget, int height) {
  when_sized(widget, [=] { widget->setFixedHeight(px(height)); });
}

double presenters_zoom(int screen_height) {
  constexpr double kSmallWords = 12, kWordsOfHeight = 45;  // px at the usual size
  const double wanted = screen_height / (kWordsOfHeight * kSmallWords);
  const auto found = std::ranges::lower_bound(kZoomSteps, wanted);
  return found == kZoomSteps.end() ? kZoomSteps.back() : *found;
}

void keep_zoom(double step, bool thick_lines) {
  thick_now = thick_lines;
  zoom_now = step;
}

namespace {
void tell_sizes() {
  for (auto* widget : QApplication::allWidgets()) {
    if (!widget->testAttribute(Qt::WA_WState_Created)) continue;  // it is told its size when it is shown
    QResizeEvent again(widget->size(), widget->size());
    QCoreApplication::sendEvent(widget, &again);
  }
}
}  // namespace

/// What a widget arranges by its size it arranges anew, also where its size stays.
void size_all() {
  for (const auto turn : {Sizing::kOwn, Sizing::kByOthers, Sizing::kShares}) {
    emit watch().changed(turn);
    for (auto* window : QApplication::topLevelWidgets())
      for (auto* layout : window->findChildren<QLayout*>()) layout->invalidate();  // what they remember is old
  }
  std::vector<std::pair<QPointer<QWidget>, QSize>> windows;
  for (auto* window : QApplication::topLevelWidgets()) windows.emplace_back(window, window->size());
  // Twice: what is arranged by a size that goes with the former zoom may ask for more room than the window has.
  for (int round = 0; round < 2; ++round) {
    tell_sizes();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    for (const auto& [window, size] : windows)
      if (window && window->isVisible()) window->resize(size);
  }
}

}  // namespace jitterscope
