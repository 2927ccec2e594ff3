#pragma once
// The findings of a lab's result, each with its mark, sentence and evidence, beside those of another where one is
// given. GUI thread.
#include <memory>

#include <QWidget>

#include "core/lab/engine/lab_result.h"

class QGridLayout;

namespace jitterscope {

class LabFindings : public QWidget {
 public:
  explicit LabFindings(QWidget* parent = nullptr);
  /// `beside` null: no other.
  void show_findings(const std::vector<Finding>& findings, const std::vector<Finding>* beside);

 private:
  void add_row(int row, const Finding& finding, const std::vector<Finding>* beside);
  QWidget* table_ = nullptr;
};

/// "✓ reproduced", "✗ NOT reproduced", "– undecided".
QString marked_verdict(const Finding& finding);
/// "12.3 ms [11.9, 12.8]"; a dash where nothing was measured.
QString measured_words(const Finding& finding);

}  // namespace jitterscope
