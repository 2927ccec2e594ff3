#pragma once
// The jitter compensation curve (claypool98 Fig 16) of what is received, live: what each ms of buffering would cost,
// the optimum, and what every playout policy makes of the same arrivals.
#include "core/events/playout_setting.h"
#include "ui/panels/panel.h"
#include "ui/widgets/quantity_field.h"

class QBoxLayout;
class QPushButton;

namespace jitterscope {

class CurvePlot;
struct CompensationView;

class CompensationPanel : public Panel {
  Q_OBJECT
 public:
  explicit CompensationPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {asked(ViewKind::kCompensation)}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }
  QSize minimumSizeHint() const override;
  const CurvePlot& plot() const { return *plot_; }
  QString cost() const { return cost_->text(); }  // what the buffer chosen would drop, in words

 signals:
  void wanted_playout(Medium, PlayoutSetting);  // by the user: "use it"

 protected:
  void resizeEvent(QResizeEvent*) override;
  void leave_out_controls() override;

 private:
  using View = std::shared_ptr<const CompensationView>;
  QWidget* build_buffer_row();
  QWidget* build_query_row();
  bool shows(Medium) const;
  /// Null where the medium is not chosen or has no curve.
  View view_in(const std::shared_ptr<const CallSnapshot>&, Medium) const;
  void draw_curves();
  void propose_medium(const CallSnapshot&);
  void show_cost();
  void show_query();
  void edit_query();
  void use_buffer();
  PlayoutSetting chosen() const { return PlayoutSetting::fixed(Duration::from_ms(buffer_->value())); }
  void read(Reading&, Medium, const CompensationView&) const;
  QString note() const;

  CurvePlot* plot_;
  Segments *media_, *reference_;
  bool medium_chosen_ = false;      // by the user
  std::optional<int> before_file_;  // what was shown of the call, until a file proposed another
  QuantityField *buffer_, *gap_scale_, *buffer_scale_;
  QLabel *cost_, *reference_name_;
  QPushButton* use_;
  QWidget *buffer_row_, *query_row_;
  QBoxLayout* rows_;
  std::shared_ptr<const CallSnapshot> drawn_, held_;
  int scale_epoch_ = 0;
};

}  // namespace jitterscope
