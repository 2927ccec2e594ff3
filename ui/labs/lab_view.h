#pragma once
// One lab: what it is, its parameters, its run, its plots and findings. GUI thread.
#include <memory>

#include <QPointer>
#include <QWidget>

#include "core/lab/engine/lab.h"
#include "ui/labs/labs_port.h"

class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QTabBar;
class QToolButton;

namespace jitterscope {

class LabForm;
class LabPlotView;
class LabTables;
class WrappedLabel;

class LabView : public QWidget {
  Q_OBJECT
 public:
  LabView(LabsPort& port, const LabDefinition& lab, QWidget* parent = nullptr);
  const LabDefinition& lab() const { return lab_; }
  void set_run(const LabRun& run);
  /// Looks what has changed; four times a second.
  void renew();

 signals:
  void back_wanted();
  void trace_wanted(const QString& path);

 private:
  QWidget* build_head();
  QWidget* build_about();
  QWidget* build_results();
  void run_or_go_on();
  void begin();
  void show_state(const LabRunState& state);
  void show_result(std::shared_ptr<const LabResult> result, const QString& whose);
  void show_plot();
  void compare_with(std::shared_ptr<const LabResult> other);
  void fill_menu();
  void add_earlier(QMenu& menu, const QString& title, const std::function<void(const std::string&)>& act);
  void save_page();
  void save_run();
  void say(const QString& words);

  LabsPort& port_;
  const LabDefinition& lab_;
  LabForm* form_ = nullptr;
  QPushButton *run_ = nullptr, *pause_ = nullptr, *cancel_ = nullptr;
  QToolButton* more_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* state_ = nullptr;
  WrappedLabel *headline_ = nullptr, *remark_ = nullptr;
  QTabBar* tabs_ = nullptr;
  LabPlotView *plot_ = nullptr, *other_plot_ = nullptr;
  QWidget* plots_ = nullptr;
  LabTables* tables_ = nullptr;
  std::shared_ptr<const LabResult> result_, other_;
  std::uint64_t version_ = 0;
};

}  // namespace jitterscope
