#pragma once
// A sound level from −60 to 0 dBFS: bar for the mean power, stroke for the peak, a dash when there is no sound.
#include <optional>

#include <QWidget>

#include "ui/sizes.h"

namespace jitterscope {

class LevelBar : public QWidget {
 public:
  explicit LevelBar(const QString& name, QWidget* parent = nullptr);
  void set_level(std::optional<double> rms_dbfs, std::optional<double> peak_dbfs);
  QSize sizeHint() const override { return px({200, 18}); }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QString name_;
  std::optional<double> rms_, peak_;
};

}  // namespace jitterscope
