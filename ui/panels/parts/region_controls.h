#pragma once
// Of the quality space: which medium is shown and from where, preset, metric, and the limits as numbers. GUI thread.
#include <array>
#include <optional>

#include <QWidget>

#include "ui/quality_settings.h"
#include "ui/widgets/segments.h"

class QComboBox;

namespace jitterscope {

class QuantityField;

class RegionControls : public QWidget {
  Q_OBJECT
 public:
  enum class Shown { kAudio, kVideo, kBoth };

  explicit RegionControls(QualitySettings&, QWidget* parent = nullptr);
  Shown shown() const { return static_cast<Shown>(shown_->current()); }
  bool shows(Medium) const;
  /// Shows this medium alone until the user chooses, or without one what was shown before; what is kept for the next
  /// window stays as it is.
  void propose(std::optional<Medium> medium);
  Segments* media_switch() { return shown_; }                  // for the panel's header
  bool sides_chosen() const { return view_->current() == 1; }  // of "3-D | sides"
  /// Where there is little room the numbers give way, and one choice has to be made of the space and its sides.
  void show_numbers(bool on, bool narrow);
  void show_view_switch(bool on) { view_->setVisible(on); }

 signals:
  void shown_changed();
  void view_changed();

 private:
  QWidget* build_numbers(Medium);
  QuantityField* build_field(Medium, QualityAxis);
  QuantityField* build_frames_field();
  void show_settings();  // as in force
  void arrange();

  QualitySettings& settings_;
  Segments *shown_, *view_;
  QComboBox *preset_, *metric_;
  std::array<QWidget*, 2> rows_{};  // by medium
  std::array<QWidget*, 2> names_{};
  std::array<std::array<QuantityField*, kQualityAxes>, 2> fields_{};
  std::array<QWidget*, 2> share_of_video_{}, frames_of_video_{};  // label and field: one of both is shown
  QuantityField* frames_ = nullptr;
  bool numbers_ = true, chosen_ = false;
  std::optional<int> before_proposal_;
};

}  // namespace jitterscope
