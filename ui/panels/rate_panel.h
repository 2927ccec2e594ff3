#pragma once
// Rate control as it thinks (latecki04): delay of the sound with its phases, both tests at each scale, the verdicts,
// and the rate they lead to, over one time axis; stage, last decision and its reason in words. Local or the remote's
// sending.
#include <array>

#include <QToolButton>

#include "core/events/names.h"
#include "ui/panels/panel.h"
#include "ui/plots/phase_shade.h"
#include "ui/plots/time_plot.h"

class QVBoxLayout;

namespace jitterscope {

class TickRow;
struct RateView;

class RatePanel : public Panel {
 public:
  explicit RatePanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kRate, kRead}, {ViewKind::kFigures, kMoving}, {ViewKind::kLog, kRead}};
  }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kWhole; }

  void choose(Direction);  // sent: local sending
  Direction direction() const { return side_->current() == 0 ? Direction::kSent : Direction::kReceived; }
  static constexpr int kAllScales = kTrendScales;
  /// How it decides, by PCT and PDT; verdicts stay. The user folds it too.
  void set_tests_shown(bool);
  bool tests_shown() const { return decides_->isChecked(); }
  void choose_scale(int);  // index of kTrendPackets, or kAllScales

  const TickRow& lost() const { return *lost_; }
  const TimePlot& delay() const { return *delay_; }
  const TimePlot& round_trip() const { return *round_trip_; }  // shown while the picture goes by TCP
  const TimePlot& pct() const { return *pct_; }
  const TimePlot& pdt() const { return *pdt_; }
  const TimePlot& strip() const { return *strip_; }
  const TimePlot& rate() const { return *rate_; }
  const PhaseShade& phases() const { return *phases_; }
  const PhaseShade& verdicts() const { return *verdicts_; }
  QString sentence() const;  // last decision, what was left out
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void share_height();
  using View = std::shared_ptr<const RateView>;
  void build_words(QVBoxLayout&);
  void build_delay(QVBoxLayout&);
  void build_tests(QVBoxLayout&);
  void build_rate(QVBoxLayout&);
  View view_in(const std::shared_ptr<const CallSnapshot>&) const;
  bool shows_scale(std::size_t scale) const;
  void redraw() { draw(drawn_); }
  void prepare(const View&);
  void draw_words(const RateView&);
  void draw_delay(const RateView&, const RateView* held);
  void draw_tests(const RateView&);
  void draw_rate(const RateView&, const RateView* held);

  Segments *side_, *scales_;
  QToolButton* decides_;
  TickRow* lost_;
  QLabel *decision_, *losses_;
  ReadingLine *delay_line_, *tests_line_, *rate_line_;
  TimePlot *delay_, *round_trip_, *pct_, *pdt_, *strip_, *rate_;
  std::unique_ptr<PhaseShade> phases_, verdicts_;
  std::shared_ptr<const CallSnapshot> drawn_;
  View shown_;  // of drawn_
  // Made of prepared_, once.
  View prepared_;
  std::array<std::vector<SeriesPoint>, kTrendScales> pct_lines_, pdt_lines_;
  std::vector<EnvelopeSlot> band_;
};

}  // namespace jitterscope
