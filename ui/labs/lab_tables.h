#pragma once
// What a lab found, below its plots: the findings, and each table of the result. GUI thread.
#include <memory>

#include <QWidget>

#include "core/lab/engine/lab_result.h"

class QScrollArea;
class QTabBar;

namespace jitterscope {

class LabFindings;
class RowTable;

class LabTables : public QWidget {
 public:
  explicit LabTables(QWidget* parent = nullptr);
  /// Never null; `beside` null: no other result's findings stand beside. The page that is shown stays.
  void show_result(std::shared_ptr<const LabResult> result, const LabResult* beside);

 private:
  void show_page();

  std::shared_ptr<const LabResult> result_;
  QTabBar* tabs_;
  QScrollArea* scrolled_;
  LabFindings* findings_;
  RowTable* table_ = nullptr;
};

}  // namespace jitterscope
