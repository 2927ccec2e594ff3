#pragma once
// Parts of the window that can be arranged: beside each other, behind tabs, floating. Locked until the user asks to
// arrange them. GUI thread.
#include <deque>
#include <set>
#include <vector>

#include <QMainWindow>
#include <QStringList>
#include <QStyle>
#include <QTimer>
#include <QVariantMap>

namespace jitterscope {

/// Which parts are open, and where: kept from one run to the next.
struct Arrangement {
  QStringList open;      // their names
  QStringList in_front;  // of those behind tabs
  QByteArray places;     // QMainWindow::saveState
  QVariantMap widths;    // of those that have their own, px at the usual size
};

class Docks : public QMainWindow {
  Q_OBJECT
 public:
  Docks();
  ~Docks() override;

  /// `name` is what arrangements know the part by. It becomes the dock's, and is neither open nor placed yet.
  QDockWidget* add(const QString& name, const QString& title, QWidget* part);
  /// px at the usual size: it keeps its width when the window's changes, until the user gives it another. 0: it shares.
  void set_own_width(QWidget* part, double width) { part_of(part).own_width = width; }
  /// Name -> px, of those that have their own.
  QVariantMap own_widths() const;
  void set_own_widths(const QVariantMap& widths);
  QDockWidget* dock_of(const QWidget* content) const { return part_of(content).dock; }

  /// Open: in sight, behind a tab, or, where the tabs have no room, under ».
  void set_open(QWidget* part, bool open);
  bool is_open(const QWidget* content) const { return part_of(content).open; }
  /// Opens it, in front of those that share its place.
  void bring(QWidget* part);
  bool in_sight(const QWidget* content) const { return content->isVisibleTo(this); }
  /// Those that are out of sight for now though open: others need their room.
  void set_aside(const std::set<const QWidget*>& parts);
  void close_aside();

  /// Before all are given new places by the functions of QMainWindow: none is open, none has one.
  void clear_places();
  /// After that, before their sizes are given.
  void open_only(const std::set<const QWidget*>& parts);

  /// Unlocked, each has a title bar to be moved, closed and floated by; what floats keeps it.
  void set_locked(bool locked);

  int border() const { return style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, this); }  // px

  Arrangement arrangement();
  /// False: it is none, or of another version; nothing has changed then.
  bool set_arrangement(const Arrangement& kept);

 signals:
  /// Before it does: it may need more room than there is.
  void comes_in_sight(QWidget* part);
  /// By the user.
  void closed(QWidget* part);
  /// Another part is in sight, or one is not any more.
  void sight_changed();
  /// Sizes are others, or may be.
  void settled();
  /// The user has given sizes by moving a border.
  void border_moved();
  /// Whether a tab says the part's title.
  void titled_by_tab(QWidget* part, bool by_tab);

 protected:
  bool eventFilter(QObject*, QEvent*) override;
  bool event(QEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  struct Part {
    QDockWidget* dock = nullptr;
    QWidget* content = nullptr;
    double own_width = 0;
    bool open = false, aside = false, titled_by_tab = false;
  };
  using Group = std::vector<Part*>;  // behind tabs of one place, in the order of add()
  Part& part_of(const QWidget* content);
  const Part& part_of(const QWidget* content) const;
  std::vector<Group> groups();
  void settle();
  void settle_soon();
  void show_alone(const Part& part);
  const Part* front_of(const Group& group) const;
  const Part* leave_out(const Group& group);
  void dress_bars();
  void dress(QDockWidget& dock);
  struct Column {
    QDockWidget* widest = nullptr;
    int left = 0, right = 0;
    double own_width = 0;  // of the only part of the column
  };
  std::vector<Column> columns() const;
  void hold_widths();
  void note_widths();

  std::deque<Part> parts_;
  std::set<const Part*> without_tab_;  // under »
  const Part* brought_ = nullptr;      // and not laid out yet
  bool locked_ = true, settling_ = false, moving_border_ = false;
  QTimer settle_later_;
  int rounds_ = 0;  // until all has been laid out
};

}  // namespace jitterscope
