#include "ui/main_window/layouts.h"

#include <algorithm>
#include <set>

#include <QDockWidget>

#include "ui/panels/panel.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/docks.h"

namespace jitterscope {
namespace {

constexpr int kLectureCallWidth = 400;              // px
constexpr double kTwoRows = 560, kThreeRows = 740;  // px: the least heights of a window

struct LayoutWords {
  Layout layout;
  const char *name, *words;
};
constexpr std::array kLayoutWords{
    LayoutWords{Layout::kCall, "call", QT_TRANSLATE_NOOP("Tr", "Call")},
    LayoutWords{Layout::kShaping, "shaping", QT_TRANSLATE_NOOP("Tr", "Lecture: shaping")},
    LayoutWords{Layout::kPriority, "priority", QT_TRANSLATE_NOOP("Tr", "Lecture: priority")},
    LayoutWords{Layout::kRateControl, "rate-control", QT_TRANSLATE_NOOP("Tr", "Lecture: rate control")},
    LayoutWords{Layout::kAnalyst, "analyst", QT_TRANSLATE_NOOP("Tr", "Analyst")},
    LayoutWords{Layout::kOwn, "own", QT_TRANSLATE_NOOP("Tr", "Your own")},
};

const LayoutWords& of(Layout layout) {
  return *std::ranges::find(kLayoutWords, layout, &LayoutWords::layout);
}

/// One panel or two of a lecture.
std::vector<const char*> panels_of(Layout layout) {
  switch (layout) {
    case Layout::kPriority: return {"Threads", "Compensation"};
    case Layout::kRateControl: return {"Rate control"};  // two plots, and high
    case Layout::kShaping: return {"Packets", "Conditions"};
    case Layout::kCall:
    case Layout::kAnalyst:
    case Layout::kOwn: break;
  }
  return {"Jitter"};
}

class Arranging {
 public:
  Arranging(Docks& docks, const WindowParts& parts, int rows) : docks_(docks), parts_(parts), rows_(rows) {
    all_ = parts.above;
    all_.insert(all_.end(), parts.behind_tabs.begin(), parts.behind_tabs.end());
    docks_.clear_places();
    docks_.addDockWidget(Qt::LeftDockWidgetArea, dock(parts.call));
  }

  void analyst() {
    const auto& above = parts_.above;
    const auto tabs = tabbed_panels(parts_, rows_);
    widths(kCallWidth);
    beside(parts_.call, above[0]);
    beside(above[0], parts_.cards);
    if (rows_ == 3) below(above[0], above[1]);
    if (rows_ > 1) below(above[rows_ == 3 ? 1 : 0], tabs[0]);
    if (rows_ == 3) beside(above[1], above[2]);
    for (std::size_t i = 1; i < tabs.size(); ++i) docks_.tabifyDockWidget(dock(tabs[i - 1]), dock(tabs[i]));
    open(all_);
    open(parts_.cards);
    show(*std::ranges::find(rows_ == 3 ? tabs : parts_.behind_tabs, false, &Panel::only_with_file));
  }

  /// One panel or two; what else is wanted comes behind a tab beside the last.
  void lecture(const std::vector<const char*>& titles) {
    std::vector<Panel*> shown;
    for (const char* title : titles) shown.push_back(panel(title));
    widths(kLectureCallWidth);
    beside(parts_.call, shown.front());
    beside(shown.front(), parts_.cards);
    const bool one_row = rows_ == 1 || shown.size() == 1;
    if (shown.size() > 1) one_row ? behind(shown.front(), shown.back()) : below(shown.front(), shown.back());
    for (Panel* other : all_)
      if (std::ranges::find(shown, other) == shown.end()) docks_.tabifyDockWidget(dock(shown.back()), dock(other));
    open(shown);
    open(parts_.cards);
    show(one_row ? shown.front() : shown.back());
    if (!one_row) docks_.resizeDocks({dock(shown.front()), dock(shown.back())}, {px(300), px(300)}, Qt::Vertical);
  }

  void call() {
    widths(0);
    beside(parts_.call, all_[0]);
    beside(all_[0], parts_.cards);
    for (std::size_t i = 1; i < all_.size(); ++i) docks_.tabifyDockWidget(dock(all_[i - 1]), dock(all_[i]));
    show(nullptr);
  }

 private:
  void widths(double call) {
    docks_.set_own_width(parts_.call, call);
    docks_.set_own_width(parts_.cards, kCardsWidth);
  }
  QDockWidget* dock(const QWidget* part) const { return docks_.dock_of(part); }
  Panel* panel(const char* title) const { return *std::ranges::find(all_, QString(title), &Panel::title); }
  void beside(const QWidget* left, const QWidget* right) {
    docks_.splitDockWidget(dock(left), dock(right), Qt::Horizontal);
  }
  void below(const QWidget* upper, const QWidget* lower) {
    docks_.splitDockWidget(dock(upper), dock(lower), Qt::Vertical);
  }
  void behind(const QWidget* first, const QWidget* second) { docks_.tabifyDockWidget(dock(first), dock(second)); }
  void open(const std::vector<Panel*>& panels) { open_.insert(panels.begin(), panels.end()); }
  void open(const QWidget* part) { open_.insert(part); }
  void show(Panel* in_front) {
    open(parts_.call);
    docks_.open_only(open_);
    if (in_front) docks_.bring(in_front);
  }

  Docks& docks_;
  const WindowParts& parts_;
  const int rows_;
  std::vector<Panel*> all_;
  std::set<const QWidget*> open_;
};

}  // namespace

QString layout_words(Layout layout) {
  return Tr::tr(of(layout).words);
}

QString first_panel_of(Layout layout) {
  return panels_of(layout).front();
}

QString layout_name(Layout layout) {
  return of(layout).name;
}

std::optional<Layout> layout_of_name(const QString& name) {
  const auto found = std::ranges::find_if(kLayoutWords, [&](const LayoutWords& each) { return name == each.name; });
  return found == kLayoutWords.end() ? std::nullopt : std::optional(found->layout);
}

int panel_rows(double height) {
  return height >= kThreeRows ? 3 : height >= kTwoRows ? 2 : 1;
}

std::vector<Panel*> tabbed_panels(const WindowParts& parts, int rows) {
  std::vector<Panel*> tabbed;
  if (rows < 3) tabbed.assign(parts.above.begin() + (rows - 1), parts.above.end());
  tabbed.insert(tabbed.end(), parts.behind_tabs.begin(), parts.behind_tabs.end());
  return tabbed;
}

void arrange(Docks& docks, const WindowParts& parts, Layout layout, int rows) {
  Arranging arranging(docks, parts, rows);
  switch (layout) {
    case Layout::kShaping:
    case Layout::kPriority:
    case Layout::kRateControl: return arranging.lecture(panels_of(layout));
    case Layout::kCall: return arranging.call();
    case Layout::kAnalyst:
    case Layout::kOwn: return arranging.analyst();
  }
}

}  // namespace jitterscope
