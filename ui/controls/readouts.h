#pragma once
// The few numbers that say whether the call is good: loss, rate, delay, jitter of both media, here and there.
#include <array>
#include <vector>

#include <QFrame>

#include "core/metrics/snapshot.h"

class QGridLayout;
class QLabel;

namespace jitterscope {

class Readouts : public QFrame {
  Q_OBJECT
 public:
  explicit Readouts(QWidget* parent = nullptr);
  void draw(const CallSnapshot*);  // null = dashes
  QString text(int row, int column) const;

 private:
  std::vector<std::array<QLabel*, 4>> values_;  // audio here, audio there, video here, video there
};

}  // namespace jitterscope
