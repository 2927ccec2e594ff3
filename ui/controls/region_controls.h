#pragma once
// Above the quality space: which medium is shown, preset, metric, and the limits as numbers. GUI thread.
#include <array>

#include <QWidget>

#include "ui/quality_settings.h"

class QComboBox;

namespace jitterscope {

class QuantityField;
class Segments;

class RegionControls : public QWidget {
  Q_OBJECT
 public:
  enum class Shown { kAudio, kVideo, kBoth };

  explicit RegionControls(QualitySettings&, QWidget* parent = nullptr);
  Shown shown() const;
  bool shows(Medium) const;
  /// Where there is little room the numbers give way.
  void show_numbers(bool);

 signals:
  void shown_changed();

 private:
  QWidget* build_numbers(Medium);
  void show_settings();  // as in force
  void arrange();

  QualitySettings& settings_;
  Segments* shown_;
  QComboBox *preset_, *metric_;
  std::array<QWidget*, 2> rows_{};  // by medium
  std::array<std::array<QuantityField*, kQualityAxes>, 2> fields_{};
  bool numbers_ = true;
};

}  // namespace jitterscope
