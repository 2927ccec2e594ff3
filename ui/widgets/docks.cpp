#include "ui/widgets/docks.h"

#include <algorithm>

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/sizes.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kVersion = 1;                         // of arrangements
constexpr int kLeastShared = 360, kLeastOwn = 256;  // px: of a column that shares, of one with a width of its own
constexpr int kAroundTab = 10, kMore = 26;          // px: beside a tab's words, the width of »

bool is_behind(const QDockWidget* dock, const QTabBar& bar, int tab) {
  return bar.tabData(tab).value<quintptr>() == reinterpret_cast<quintptr>(dock);  // as QMainWindow itself notes it
}

/// All around it knows at once how much room it asks for now: what was asked for a moment ago would make the window
/// grow.
void set_in_sight(QWidget& part, bool visible) {
  part.setVisible(visible);
  for (QWidget* each = &part; each && !each->isWindow(); each = each->parentWidget()) each->updateGeometry();
}

/// What is on top of all docks already is not brought in front of those in its place.
void bring_in_front(QDockWidget& dock) {
  dock.lower();
  dock.raise();
}

/// In place of a title bar.
class NoTitle : public QWidget {
 public:
  QSize sizeHint() const override { return {0, 0}; }
  QSize minimumSizeHint() const override { return {0, 0}; }
};

}  // namespace

Docks::Docks() {
  setWindowFlags(Qt::Widget);
  setContextMenuPolicy(Qt::NoContextMenu);
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setDocumentMode(true);
  settle_later_.setSingleShot(true);
  connect(&settle_later_, &QTimer::timeout, this, [this] {
    if (QApplication::mouseButtons() == Qt::NoButton) moving_border_ = false;  // its release may go elsewhere
    if (moving_border_ || !isVisible() || window()->isMinimized()) return;
    settle();
    if (--rounds_ > 0) return settle_later_.start(0);
    brought_ = nullptr;
    hold_widths();
    emit settled();
  });
  when_sized(
      this,
      [this] {
        hold_widths();
        settle_soon();
      },
      Sizing::kShares);
}

Docks::~Docks() {
  for (const Part& part : parts_) part.dock->disconnect(this);  // they go after what they would tell it
}

QDockWidget* Docks::add(const QString& name, const QString& title, QWidget* content) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  auto* holder = new QWidget;  // a dock whose widget is hidden cannot grow, nor can those behind tabs with it
  (new QVBoxLayout(holder))->setContentsMargins(0, 0, 0, 0);
  holder->layout()->addWidget(content);
  dock->setWidget(holder);
  dock->installEventFilter(this);
  dock->hide();
  Part& part = parts_.emplace_back();
  part.dock = dock;
  part.content = content;
  dress(*dock);
  connect(dock, &QDockWidget::topLevelChanged, this, [this, dock, content](bool floats) {
    dress(*dock);
    if (floats) set_in_sight(*content, true);  // it may have been behind a tab
    settle_soon();
  });
  // Behind a tab a dock is neither hidden nor as small as it may be: its content is.
  connect(dock, &QDockWidget::visibilityChanged, this, [this, content](bool visible) {
    if (visible && content->isHidden() && !settling_) emit comes_in_sight(content);
    set_in_sight(*content, visible);
    settle_soon();
    emit sight_changed();
  });
  return dock;
}

Docks::Part& Docks::part_of(const QWidget* content) {
  return *std::ranges::find(parts_, content, [](const Part& part) { return part.content; });
}

const Docks::Part& Docks::part_of(const QWidget* content) const {
  return *std::ranges::find(parts_, content, [](const Part& part) { return part.content; });
}

void Docks::set_open(QWidget* content, bool open) {
  Part& part = part_of(content);
  if (part.open == open) return;
  part.open = open;
  settle();
}

void Docks::bring(QWidget* content) {
  Part& part = part_of(content);
  part.open = true;
  part.aside = false;
  if (dockWidgetArea(part.dock) == Qt::NoDockWidgetArea) addDockWidget(Qt::LeftDockWidgetArea, part.dock);
  brought_ = &part;
  part.dock->show();
  bring_in_front(*part.dock);
  if (!part.dock->isFloating()) show_alone(part);
  set_in_sight(*content, true);
  settle();
  settle_soon();
  emit sight_changed();
}

/// Of those that share its place.
void Docks::show_alone(const Part& part) {
  const auto behind = tabifiedDockWidgets(part.dock);
  for (const Part& other : parts_) {
    if (!behind.contains(other.dock) || other.dock->isFloating()) continue;
    if (other.content->isAncestorOf(QApplication::focusWidget())) setFocus();  // else a field beside it would have it
    set_in_sight(*other.content, false);
  }
}

void Docks::set_aside(const std::set<const QWidget*>& parts) {
  bool changed = false;
  for (Part& part : parts_) changed |= std::exchange(part.aside, parts.contains(part.content)) != part.aside;
  if (changed) settle();
}

void Docks::close_aside() {
  for (Part& part : parts_)
    if (std::exchange(part.aside, false)) part.open = false;
}

void Docks::set_locked(bool locked) {
  locked_ = locked;
  for (const Part& part : parts_) dress(*part.dock);
  settle();
}

void Docks::dress(QDockWidget& dock) {
  const bool fixed = locked_ && !dock.isFloating();
  dock.setFeatures(fixed ? QDockWidget::NoDockWidgetFeatures
                         : QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                               QDockWidget::DockWidgetClosable);
  if (fixed == (dock.titleBarWidget() != nullptr)) return;
  auto* none = dock.titleBarWidget();
  dock.setTitleBarWidget(fixed ? new NoTitle : nullptr);
  delete none;
}

QVariantMap Docks::own_widths() const {
  QVariantMap widths;
  for (const Part& part : parts_)
    if (part.own_width > 0) widths[part.dock->objectName()] = part.own_width;
  return widths;
}

void Docks::set_own_widths(const QVariantMap& widths) {
  for (Part& part : parts_) part.own_width = std::max(widths.value(part.dock->objectName()).toDouble(), 0.0);
}

Arrangement Docks::arrangement() {
  Arrangement kept;
  for (const Group& group : groups())
    if (group.size() > 1) kept.in_front << front_of(group)->dock->objectName();
  for (const Part& part : parts_)
    if (part.open) kept.open << part.dock->objectName();
  kept.widths = own_widths();
  kept.places = saveState(kVersion);
  return kept;
}

bool Docks::set_arrangement(const Arrangement& kept) {
  settling_ = true;  // by what is open now nothing is to be shown
  const bool restored = restoreState(kept.places, kVersion);
  settling_ = false;
  if (!restored) return false;
  std::set<const QWidget*> open;
  for (const Part& part : parts_)
    if (kept.open.contains(part.dock->objectName())) open.insert(part.content);
  set_own_widths(kept.widths);
  open_only(open);
  for (Part& part : parts_)
    if (part.open && kept.in_front.contains(part.dock->objectName())) bring(part.content);
  return true;
}

void Docks::clear_places() {
  for (Part& part : parts_) {
    part.dock->setFloating(false);
    removeDockWidget(part.dock);
    part.open = part.aside = false;
  }
}

void Docks::open_only(const std::set<const QWidget*>& parts) {
  for (Part& part : parts_) {
    part.open = parts.contains(part.content);
    part.aside = false;
  }
  settle();
}

std::vector<Docks::Group> Docks::groups() {
  std::vector<Group> all;
  std::set<const QDockWidget*> seen;
  for (Part& first : parts_) {
    if (!first.open || first.aside || first.dock->isFloating() || seen.contains(first.dock)) continue;
    const auto together = tabifiedDockWidgets(first.dock);
    Group& group = all.emplace_back();
    for (Part& part : parts_)
      if (part.open && !part.aside && !part.dock->isFloating() && (&part == &first || together.contains(part.dock))) {
        group.push_back(&part);
        seen.insert(part.dock);
      }
  }
  return all;
}

/// Once what came in sight has been laid out, which takes a round of events.
void Docks::settle_soon() {
  rounds_ = 2;
  settle_later_.start(0);
}

/// Shows and hides docks as they are open, aside, and have room for their tab.
void Docks::settle() {
  if (settling_) return;
  settling_ = true;
  const auto all = groups();
  without_tab_.clear();
  std::vector<const Part*> fronts;
  for (const Group& group : all) fronts.push_back(leave_out(group));
  for (const Part* front : fronts)  // else it would have no size, so be out of sight, so stay hidden
    if (front->content->isHidden()) set_in_sight(*front->content, true);
  bool changed = false;
  for (Part& part : parts_) {
    const bool shown = part.open && !part.aside && !without_tab_.contains(&part);
    if (part.dock->isHidden() != shown) continue;
    part.dock->setVisible(shown);
    changed = true;
  }
  if (changed)
    for (const Part* front : fronts) bring_in_front(*front->dock);  // others came and went beside it
  for (const Group& group : all)
    for (Part* part : group)
      if (const bool by_tab = group.size() > 1; std::exchange(part->titled_by_tab, by_tab) != by_tab)
        emit titled_by_tab(part->content, by_tab);
  dress_bars();
  settling_ = false;
}

/// The one brought now, else whose tab is chosen, else that is in sight.
const Docks::Part* Docks::front_of(const Group& group) const {
  if (std::ranges::find(group, brought_) != group.end()) return brought_;
  for (const auto* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    for (const Part* part : group)
      if (bar->currentIndex() >= 0 && is_behind(part->dock, *bar, bar->currentIndex())) return part;
  const auto seen = std::ranges::find_if(group, [this](const Part* part) { return in_sight(part->content); });
  return seen == group.end() ? group.front() : *seen;
}

/// The first that have room, and the one in sight, which is returned.
const Docks::Part* Docks::leave_out(const Group& group) {
  if (group.size() == 1) return group.front();
  const Part* in_front = front_of(group);
  const QFontMetrics metrics(small_font());
  const auto width = [&](const Part* part) {
    return metrics.horizontalAdvance(part->dock->windowTitle()) + px(kAroundTab);
  };
  int room = in_front->dock->width(), asked = 0;
  for (const Part* part : group) asked += width(part);
  if (asked <= room) return in_front;
  room -= px(kMore) + width(in_front);
  for (const Part* part : group) {
    if (part == in_front) continue;
    room -= width(part);
    if (room < 0) without_tab_.insert(part);
  }
  return in_front;
}

/// QMainWindow makes them as it needs them.
void Docks::dress_bars() {
  for (auto* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    auto* more = bar->findChild<QToolButton*>("quiet");
    if (!more) {
      bar->setUsesScrollButtons(true);  // so the bar asks for little room; arrows never show
      bar->setElideMode(Qt::ElideNone);
      bar->setDrawBase(false);
      bar->setAccessibleName(Tr::tr("Panels behind each other"));
      use_small_font(bar);
      bar->installEventFilter(this);
      more = new QToolButton(bar);
      more->setObjectName("quiet");
      more->setText("»");
      more->setAccessibleName(Tr::tr("More panels"));
      more->setToolTip(Tr::tr("Panels whose tabs have no room here"));
      more->setPopupMode(QToolButton::InstantPopup);
      more->setMenu(new QMenu(more));
    }
    bar->setMovable(!locked_);
    more->menu()->clear();
    const auto first = std::ranges::find_if(
        parts_, [bar](const Part& part) { return bar->count() > 0 && is_behind(part.dock, *bar, 0); });
    const auto together = first != parts_.end() ? tabifiedDockWidgets(first->dock) : QList<QDockWidget*>();
    for (const Part& part : parts_)
      if (without_tab_.contains(&part) && together.contains(part.dock))
        more->menu()->addAction(part.dock->windowTitle(), this, [this, content = part.content] {
          QTimer::singleShot(0, this, [this, content] { bring(content); });  // the menu is made anew then
        });
    more->setVisible(!more->menu()->isEmpty());
    more->setGeometry(bar->width() - px(kMore), 0, px(kMore), bar->height());
  }
}

bool Docks::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && qobject_cast<QTabBar*>(watched)) settle_soon();
  if (event->type() == QEvent::Close)
    for (Part& part : parts_)
      if (part.dock == watched) {
        part.open = false;
        settle_soon();
        emit closed(part.content);
      }
  return QMainWindow::eventFilter(watched, event);
}

bool Docks::event(QEvent* event) {
  if (event->type() == QEvent::ChildAdded) settle_soon();  // a tab bar, maybe
  const bool taken = QMainWindow::event(event);
  const bool of_border = event->isAccepted();  // what else is pressed here is ignored
  if (event->type() == QEvent::MouseButtonPress) moving_border_ = of_border;
  if (event->type() == QEvent::MouseButtonRelease && std::exchange(moving_border_, false) && of_border) {
    note_widths();
    emit border_moved();
    settle_soon();
  }
  return taken;
}

void Docks::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  hold_widths();
  settle_soon();
}

/// From the left: docks that stand above each other are one.
std::vector<Docks::Column> Docks::columns() const {
  std::vector<const Part*> shown;
  for (const Part& part : parts_)
    if (in_sight(part.content) && !part.dock->isFloating() && part.dock->geometry().isValid()) shown.push_back(&part);
  std::ranges::sort(shown, {}, [](const Part* part) { return part->dock->x(); });
  std::vector<Column> all;
  for (const Part* part : shown) {
    const int right = part->dock->x() + part->dock->width();
    if (all.empty() || part->dock->x() >= all.back().right) {
      all.push_back({part->dock, part->dock->x(), right, part->own_width});
      continue;
    }
    Column& last = all.back();
    if (part->dock->width() > last.widest->width()) last.widest = part->dock;
    last.right = std::max(last.right, right);
    last.own_width = 0;
  }
  return all;
}

/// Qt gives each dock its share of a window's growth.
void Docks::hold_widths() {
  const auto all = columns();
  int room = width() - border() * (static_cast<int>(all.size()) - 1), sharing = 0;
  std::vector<int> own;
  for (const Column& column : all) {
    own.push_back(px(column.own_width));
    room -= own.back();
    if (column.own_width <= 0) sharing += column.right - column.left;
  }
  if (sharing == 0) return;
  if (const int missing = px(kLeastShared) - room; missing > 0) {  // the widest gives what it can
    int& widest = *std::ranges::max_element(own);
    const int less = std::min(missing, std::max(widest - px(kLeastOwn), 0));
    widest -= less;
    room += less;
  }
  if (room <= 0) return;
  QList<QDockWidget*> docks;
  QList<int> widths;
  for (std::size_t i = 0; i < all.size(); ++i) {
    docks << all[i].widest;
    widths << (own[i] > 0 ? own[i] : room * (all[i].right - all[i].left) / sharing);
  }
  resizeDocks(docks, widths, Qt::Horizontal);
}

void Docks::note_widths() {
  for (const Column& column : columns())
    for (Part& part : parts_)
      if (column.own_width > 0 && part.dock == column.widest && part.dock->width() != px(part.own_width))
        part.own_width = part.dock->width() / zoom();
}

}  // namespace jitterscope
