// Where panels, picture and cards stand: layouts, and who gives room to whom.
#include <algorithm>

#include <QActionGroup>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>
#include <QTimer>

#include "ui/files/file_view.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/rate_panel.h"
#include "ui/start_page/start_page.h"
#include "ui/tr.h"
#include "ui/widgets/fold.h"

namespace jitterscope {
namespace {

constexpr QSize kLargestWindow{16'000, 16'000};
constexpr int kRoomForBoth = 650;  // px: compensation and region beside each other
constexpr int kBesideDocks = 8;    // px
constexpr int kLeastPanel = 360;   // px: of a panel between picture and controls
constexpr int kLeastCentre = 650;  // px: where panels have less beside them, controls come only when they are asked for
constexpr qsizetype kLongestName = 40;
constexpr const char* kOwn = "own-layouts";

void keep(QSettings& kept, const QString& name, const Arrangement& arrangement) {
  kept.setValue(name + "/open", arrangement.open);
  kept.setValue(name + "/in-front", arrangement.in_front);
  kept.setValue(name + "/places", arrangement.places);
  kept.setValue(name + "/widths", arrangement.widths);
}

Arrangement kept_arrangement(const QSettings& kept, const QString& name) {
  return {kept.value(name + "/open").toStringList(), kept.value(name + "/in-front").toStringList(),
          kept.value(name + "/places").toByteArray(), kept.value(name + "/widths").toMap()};
}

QStringList words_of(const QList<int>& sizes) {
  QStringList words;
  for (const int size : sizes) words << QString::number(size);
  return words;
}

QList<int> sizes_of(const QVariant& words) {
  QList<int> sizes;
  for (const QString& word : words.toStringList()) sizes << std::clamp(word.toInt(), 1, 10'000);
  return sizes;
}

QStringList own_layouts() {
  auto kept = kept_layout();
  kept.beginGroup(kOwn);
  return kept.childGroups();
}

}  // namespace

void MainWindow::set_layout(Layout layout) {
  show_start_page(false);
  large_ = nullptr;
  if (is_lecture(layout) != lecture_folds_) rate_->set_tests_shown(!(lecture_folds_ = is_lecture(layout)));
  layout_ = layout;
  if (arrange_) arrange_->setChecked(false);
  docks_->set_locked(true);
  cards_wanted_.reset();
  rows_ = rows_with_room(layout);
  arrange(*docks_, parts_, layout, rows_);
  open_what_has_something();
  show_presented();
  side_by_side_ = false;
  share_room();
  emit layout_changed();
}

void MainWindow::show_panel(Panel* panel) {
  if (panel == compensation_ || panel == region_) region_chosen_ = panel == region_;
  show_part(panel);
}

void MainWindow::show_part(QWidget* part) {
  show_start_page(false);
  if (part == parts_.cards) cards_wanted_ = true;
  give_back();
  make_room_for(part);
  docks_->bring(part);
  show_presented(qobject_cast<Panel*>(part));
}

/// Before it needs it, and before what is in front gives its room back: the window would grow.
void MainWindow::make_room_for(const QWidget* part) {
  const auto tabs = tabbed_panels(parts_, rows_);
  const auto tab = std::ranges::find(tabs, part);
  if (tab == tabs.end()) return;
  auto aside = out_of_sight(before_);
  aside.merge(out_of_sight(*tab));
  docks_->set_aside(aside);
  before_ = *tab;
}

Panel* MainWindow::front_tab() const {
  const auto tabs = tabbed_panels(parts_, rows_);
  const auto front = std::ranges::find_if(tabs, [this](const Panel* panel) { return docks_->in_sight(panel); });
  return front == tabs.end() ? nullptr : *front;
}

std::vector<Panel*> MainWindow::open_tabs() const {
  auto open = tabbed_panels(parts_, rows_);
  std::erase_if(open, [this](const Panel* panel) { return !docks_->is_open(panel); });
  return open;
}

int MainWindow::widest_panel() const {
  int widest = 0;
  for (const auto* panel : panels_)
    if (docks_->in_sight(panel)) widest = std::max(widest, docks_->dock_of(panel)->width());
  return widest;
}

/// px: that those in sight need; 0 where there is none.
int MainWindow::least_panel_width() const {
  int least = 0;
  for (const auto* panel : panels_)
    if (docks_->in_sight(panel)) least = std::max({least, px(kLeastPanel), panel->width_without_other()});
  return least;
}

bool MainWindow::room_for_both() const {
  const int need = compensation_->width_without_other() + docks_->border() + region_->width_without_other();
  const int out_of_window = std::max(docks_->width() - width(), 0);
  return widest_panel() - out_of_window >= std::max(px(kRoomForBoth), need);
}

bool MainWindow::cards_have_room() const {
  if (files_->shown() && !in_or_before_call()) return false;
  return layout_ == Layout::kOwn || cards_wanted_.value_or(room_between() >= px(kLeastCentre));
}

/// px: of the width, beside picture and controls at their least.
int MainWindow::room_between() const {
  const int borders = 2 * (docks_->border() + px(kBesideDocks));
  return width() - borders - std::max(px(kCallWidth), parts_.call->minimumSizeHint().width()) -
         std::max(px(kCardsWidth), parts_.cards->minimumSizeHint().width());
}

void MainWindow::show_or_hide_cards() {
  if (presenting() || !start_page_->isHidden()) return show_cards_->setChecked(false);
  const bool seen = docks_->in_sight(parts_.cards);
  cards_wanted_ = !seen;
  if (!seen) docks_->bring(parts_.cards);
  if (seen && layout_ == Layout::kOwn) docks_->set_open(parts_.cards, false);
  share_room();
}

/// Not of what a strip leaves: a demonstration that begins would move everything.
int MainWindow::rows_with_room(Layout layout) const {
  const int rows = panel_rows(height() / zoom());
  return layout == Layout::kCall ? 1 : is_lecture(layout) ? std::min(rows, 2) : rows;
}

/// Where the window has come to have room for more or fewer of them. What the user has arranged stays so.
void MainWindow::take_rows() {
  const int rows = rows_with_room(layout_);
  if (rows == rows_ || large_ || presenting() || layout_ == Layout::kOwn || !docks_->isVisible()) return;
  std::vector<Panel*> open, in_front;
  for (Panel* panel : panels_) {
    if (docks_->is_open(panel)) open.push_back(panel);
    if (docks_->in_sight(panel)) in_front.push_back(panel);
  }
  if (layout_ == Layout::kAnalyst) in_front = {front_tab()};
  const bool cards = docks_->is_open(parts_.cards);
  const auto widths = docks_->own_widths();
  rows_ = rows;
  arrange(*docks_, parts_, layout_, rows_);
  docks_->set_own_widths(widths);
  docks_->set_open(parts_.cards, cards);
  for (Panel* panel : open) docks_->set_open(panel, true);
  open_what_has_something();
  for (Panel* panel : in_front)  // of those that share a place now, the last
    if (panel && docks_->is_open(panel)) docks_->bring(panel);
  side_by_side_ = false;
}

/// What gives its room to others: controls where there is no call or the window is narrow, the picture to them where
/// it is very narrow, all to one panel, and for the analyst what stands above the tabs as the tab in front asks.
std::set<const QWidget*> MainWindow::out_of_sight(const Panel* front) const {
  std::set<const QWidget*> aside;
  if (!cards_have_room())
    aside.insert(parts_.cards);
  else if (layout_ != Layout::kOwn && room_between() < least_panel_width())
    aside.insert(parts_.call);
  if (large_) {
    for (const auto* panel : panels_)
      if (panel != large_) aside.insert(panel);
    return aside;
  }
  if (layout_ != Layout::kAnalyst || !front || rows_ == 1) return aside;
  const auto room = front->room();
  if (rows_ == 2) {
    if (room == Panel::Room::kWhole || room == Panel::Room::kTall) aside.insert(jitter_);
    return aside;
  }
  const bool low = height() < px(kLowWindow);
  if (room == Panel::Room::kWhole) aside.insert(jitter_);
  if (room == Panel::Room::kPlot || (room == Panel::Room::kTall && !low)) {
    if (!room_for_both()) aside.insert(region_chosen_ ? compensation_ : region_);
  } else {
    aside.insert(compensation_);
    aside.insert(region_);
  }
  return aside;
}

/// The analyst's rows, from above.
std::vector<const QWidget*> MainWindow::rows() const {
  const auto* beside = docks_->in_sight(compensation_) ? compensation_ : region_;
  if (rows_ == 2) return {jitter_, front_tab()};
  return {jitter_, beside, front_tab()};
}

QList<int>& MainWindow::row_heights() {
  return rows_ == 2 ? heights_of_two_ : heights_[static_cast<std::size_t>(front_tab()->room())];
}

/// Where there is room for one, each says the other.
void MainWindow::offer_other(bool offered) {
  both_have_room_ = !offered;
  compensation_->show_other(offered ? docks_->dock_of(region_)->windowTitle() : QString());
  region_->show_other(offered ? docks_->dock_of(compensation_)->windowTitle() : QString());
}

/// Tables need more height than plots, which get theirs back; a demonstration takes the whole centre. Where the
/// window is low, a table takes the place of what stands side by side.
void MainWindow::share_room() {
  take_rows();
  const bool shares = layout_ == Layout::kAnalyst && !large_ && rows_ > 1;
  const bool both = !shares || rows_ == 2 || room_for_both();
  if (both && !both_have_room_) {  // they need less first, then they share the room
    offer_other(false);
    return QTimer::singleShot(0, this, &MainWindow::share_room);
  }
  if (shares && !front_tab()) return;  // one is coming
  before_ = front_tab();
  if (shares) share_width();
  docks_->set_aside(out_of_sight(before_));
  if (!both && both_have_room_) offer_other(true);
  if (!shares) return;
  QList<QDockWidget*> shown;
  QList<int> heights;
  const auto now = rows();
  const auto& wanted = row_heights();
  for (std::size_t i = 0; i < now.size(); ++i)
    if (docks_->in_sight(now[i]) && !docks_->dock_of(now[i])->isFloating()) {
      shown << docks_->dock_of(now[i]);
      heights << std::max(wanted.value(static_cast<qsizetype>(i)), 1);
    }
  if (shown.size() > 1) docks_->resizeDocks(shown, heights, Qt::Vertical);
}

/// Of compensation and region, once both have been brought in sight.
void MainWindow::share_width() {
  const bool both = docks_->in_sight(compensation_) && docks_->in_sight(region_);
  if (std::exchange(side_by_side_, both) == both || !both) return;
  const int width = widest_panel() - docks_->border(), left = width * widths_[0] / std::max(widths_[0] + widths_[1], 1);
  docks_->resizeDocks({docks_->dock_of(compensation_), docks_->dock_of(region_)}, {left, width - left}, Qt::Horizontal);
}

/// As the user has left them.
void MainWindow::note_sizes() {
  if (layout_ != Layout::kAnalyst || large_ || rows_ == 1 || !front_tab()) return;
  if (rows_ == 2 && !docks_->in_sight(jitter_)) return;
  auto& kept = row_heights();
  kept.clear();
  for (const auto* row : rows()) kept << (docks_->in_sight(row) ? docks_->dock_of(row)->height() : 0);
  if (!docks_->in_sight(compensation_) || !docks_->in_sight(region_)) return;
  widths_ = {docks_->dock_of(compensation_)->width(), docks_->dock_of(region_)->width()};
}

void MainWindow::enlarge(Panel* panel) {
  if (large_ == panel) {
    give_back();
  } else {
    give_back();
    before_large_ = docks_->arrangement();
    docks_->bring(panel);
    large_ = panel;
  }
  share_room();
  view_changed_ = true;
}

void MainWindow::give_back() {
  if (!std::exchange(large_, nullptr)) return;
  docks_->set_arrangement(before_large_);
  open_what_has_something();
  show_presented();
}

/// Where everything stands and what is folded, from one run to the next.
void MainWindow::keep_layout() const {
  if (forgotten_) return;
  const auto kept = written_layout();
  if (!isMaximized() && !isFullScreen()) kept->setValue("size", size());
  for (const auto* old : {"across", "middle", "centre"}) kept->remove(old);
  kept->setValue("zoom", zoom());
  kept->setValue("layout", layout_name(layout_));
  kept->setValue("rows", rows_);
  keep(*kept, "arrangement", large_ ? before_large_ : docks_->arrangement());
  kept->setValue("heights", words_of(heights_[0]));
  kept->setValue("heights-tall", words_of(heights_[1]));
  kept->setValue("heights-below-first", words_of(heights_[2]));
  kept->setValue("widths", words_of(widths_));
  QStringList folded;
  for (const auto* fold : findChildren<Fold*>())
    if (fold->folded()) folded << fold->title();
  kept->setValue("folded", folded);
}

void MainWindow::restore_layout() {
  auto kept = kept_layout();
  const auto size_left = kept.value("size").toSize().boundedTo(kLargestWindow);
  if (size_left.isValid()) resize(size_left);
  if (const auto layout = layout_of_name(kept.value("layout").toString())) set_layout(*layout);
  if (docks_->set_arrangement(kept_arrangement(kept, "arrangement")))
    rows_ = std::clamp(kept.value("rows", 3).toInt(), 1, 3);  // of another height maybe: see take_rows()
  else if (layout_ == Layout::kOwn)
    set_layout(Layout::kAnalyst);
  for (const auto& [name, sizes] : {std::pair("heights", &heights_[0]), std::pair("heights-tall", &heights_[1]),
                                    std::pair("heights-below-first", &heights_[2]), std::pair("widths", &widths_)})
    if (const auto left = sizes_of(kept.value(name)); left.size() == sizes->size()) *sizes = left;
  if (!kept.contains("folded")) return;
  const auto folded = kept.value("folded").toStringList();
  for (auto* fold : findChildren<Fold*>()) fold->set_folded(folded.contains(fold->title()));
}

/// Ready ones, then those of the user, which come and go.
void MainWindow::build_layout_menu(QMenu& menu) {
  const QList<QKeySequence> keys{QKeySequence("F2"), QKeySequence("F6"), QKeySequence("F7"), QKeySequence("F8"),
                                 QKeySequence("F3")};
  auto* chosen = new QActionGroup(this);
  for (std::size_t i = 0; i < kReadyLayouts.size(); ++i) {
    const Layout layout = kReadyLayouts[i];
    auto* action =
        chosen->addAction(add_choice(menu, Tr::tr("Layout: %1").arg(layout_words(layout)),
                                     keys[static_cast<qsizetype>(i)], [this, layout] { set_layout(layout); }));
    connect(this, &MainWindow::layout_changed, action,
            [this, action, layout] { action->setChecked(layout_ == layout); });
  }
  chosen->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
  menu.addSeparator();
  arrange_ = add_choice(menu, Tr::tr("&Arrange: move, close and float panels"), QKeySequence("Ctrl+Shift+A"),
                        [this] { set_arranging(arrange_->isChecked()); });
  add_action(menu, Tr::tr("&Keep this arrangement as …"), {}, [this] { ask_for_layout_name(); });
  menu.addSeparator();
  for (QWidget* part : std::initializer_list<QWidget*>{parts_.call, parts_.cards, jitter_, compensation_, region_})
    add_action(menu, Tr::tr("Show “%1”").arg(docks_->dock_of(part)->windowTitle()), {}, [this, part] {
      auto* panel = qobject_cast<Panel*>(part);
      panel ? show_panel(panel) : show_part(part);
    });
  menu.addSeparator();
  own_layouts_ = &menu;
  list_own_layouts();
}

void MainWindow::list_own_layouts() {
  for (auto* action : own_layout_actions_) delete action;
  own_layout_actions_.clear();
  const auto add = [this](const QString& words, const std::function<void()>& act) {
    own_layout_actions_ << add_action(*own_layouts_, words, {}, act);
  };
  const auto names = own_layouts();
  for (const QString& name : names)
    add(Tr::tr("Layout: %1").arg(QString(name).replace("&", "&&")), [this, name] { take_own_layout(name); });
  for (const QString& name : names)
    add(Tr::tr("Forget the layout “%1”").arg(QString(name).replace("&", "&&")), [this, name] {
      written_layout()->remove(QString(kOwn) + "/" + name);
      QTimer::singleShot(0, this, [this] { list_own_layouts(); });  // this action goes too
    });
}

/// What is arranged is the user's own from now on: nothing gives room to anything by itself.
void MainWindow::set_arranging(bool on) {
  give_back();
  if (on) set_own();
  docks_->set_locked(!on);
  notices_->say_change(on ? Tr::tr("Panels are moved by their title bars now, and by their tabs")
                          : Tr::tr("Panels are locked in their places"));
}

void MainWindow::set_own() {
  layout_ = Layout::kOwn;
  docks_->close_aside();
  share_room();
  emit layout_changed();
}

void MainWindow::ask_for_layout_name() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Tr::tr("Keep this arrangement"));
  dialog->setLabelText(Tr::tr("Name of the layout. One of the same name is replaced."));
  dialog->setOkButtonText(Tr::tr("Keep"));
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& typed) {
    const auto name = typed.simplified().remove('/').remove('\\').left(kLongestName);
    if (name.isEmpty()) return notices_->tell_for_a_while(Tr::tr("A layout needs a name; this one was not kept."));
    keep(*written_layout(), QString(kOwn) + "/" + name, large_ ? before_large_ : docks_->arrangement());
    list_own_layouts();
    notices_->say_change(Tr::tr("Kept as “%1” in View ▸ Layout").arg(name));
  });
  dialog->open();
}

void MainWindow::take_own_layout(const QString& name) {
  give_back();
  const Layout before = std::exchange(layout_, Layout::kOwn);  // nothing gives room to anything meanwhile
  if (!docks_->set_arrangement(kept_arrangement(kept_layout(), QString(kOwn) + "/" + name))) {
    layout_ = before;
    return notices_->tell_for_a_while(
        Tr::tr("The layout “%1” is of another version of this program and cannot be used.").arg(name));
  }
  if (std::exchange(lecture_folds_, false)) rate_->set_tests_shown(true);
  open_what_has_something();
  show_presented();
  set_own();
}

}  // namespace jitterscope
