#pragma once
// Every count and measure of every stream: sent, received locally, received by the remote.
#include "ui/panels/panel.h"
#include "ui/widgets/figure_table.h"

namespace jitterscope {

class FiguresPanel : public Panel {
 public:
  explicit FiguresPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kRead}, {ViewKind::kReported, kRead}, {ViewKind::kConditions, kRead}};
  }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kBelowFirst; }
  const FigureTable& table() const { return *table_; }

 private:
  FigureTable* table_;
};

}  // namespace jitterscope
