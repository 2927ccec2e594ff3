#pragma once
// A lab's parameters as a form, and what such a run costs. GUI thread.
#include <map>

#include <QWidget>

#include "core/lab/engine/lab.h"

class QFormLayout;
class QLabel;
class QSpinBox;

namespace jitterscope {

class LabsPort;
class Segments;

class LabForm : public QWidget {
  Q_OBJECT
 public:
  LabForm(LabsPort& port, const LabDefinition& lab, QWidget* parent = nullptr);
  /// As it is filled in, not prepared.
  LabRun run() const { return run_; }
  void set_run(const LabRun& run);
  /// Why it cannot be run, one sentence; empty: it can.
  QString why_not() const { return why_not_; }

 signals:
  void changed();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build_fields();
  void add_factors();
  QWidget* field_of(const LabParameter& parameter);
  void take(const std::string& name, const std::string& value);
  void judge_run();

  LabsPort& port_;
  const LabDefinition& lab_;
  LabRun run_;
  Segments* mode_ = nullptr;
  QFormLayout* rows_;
  QLabel* cost_;
  QString why_not_;
  std::string factor_fault_;  // one sentence; empty: none
};

/// "40 s", "3 min", "1 h 20 min".
QString about_time(double seconds);

}  // namespace jitterscope
