#pragma once
// What a demonstration showed: before beside after, in figures, words and plots of its kind.
#include <array>
#include <functional>

#include "ui/demonstrations/comparison.h"
#include "ui/panels/panel.h"
#include "ui/session_port.h"
#include "ui/widgets/figure_table.h"

class QPushButton;
class QStackedWidget;

namespace jitterscope {

class PairBars;

class DemonstrationPanel : public Panel {
 public:
  explicit DemonstrationPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kDemonstration, kRead}}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kWhole; }
  const FigureTable& table() const { return *table_; }
  const PairBars& bars() const { return *bars_; }
  QString sentence() const { return sentence_; }
  enum class Page { kAnswer, kFigures };
  void choose(Page page);
  /// What was heard here in both halves, which a click plays again by `hear` (0 before, 1 after).
  void show_heard(const HeardHalves&);
  void when_hearing(std::function<void(std::size_t half)> hear) { hear_ = std::move(hear); }
  void when_handing_out(std::function<void()> hand_out) { hand_out_ = std::move(hand_out); }
  /// Only what is recorded, or a file, has a report.
  void allow_handing_out(bool recorded);

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void choose(DemonstrationKind);
  void fit_table();
  void fill_table(const DemonstrationView&);
  HalvesComparison& comparison() const;

  void say(const QString& sentence);
  void build_sentence();
  QWidget* build_hearing();
  QPushButton* build_hand_out();

  QWidget *words_, *hearing_;  // words_: on the page that is shown
  QLabel *lead_, *rest_, *intervals_, *heard_there_;
  QString sentence_;
  std::function<void()> hand_out_;
  std::array<QPushButton*, 2> hear_buttons_{};
  QPushButton* hand_out_button_;
  std::function<void(std::size_t half)> hear_;
  bool heard_here_ = false;  // what is compared changes the sound of this end
  FigureTable* table_;
  QStackedWidget *comparisons_, *pages_;  // by kind; by Page
  PairBars* bars_;
  Segments* switch_;
};

}  // namespace jitterscope
