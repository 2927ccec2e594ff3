#pragma once
// Figures of two halves as pairs of bars: each pair has a scale of its own, and a bar its value in words and, where the
// figure has one, its 95 % interval as a thin line. GUI thread.
#include <QWidget>

#include "ui/demonstrations/comparison.h"
#include "ui/sizes.h"

namespace jitterscope {

class PairBars : public QWidget {
 public:
  explicit PairBars(QWidget* parent = nullptr);
  /// `before` and `after`: names of the halves.
  void set_pairs(std::vector<BarPair> pairs, const QString& before, const QString& after);
  const std::vector<BarPair>& pairs() const { return pairs_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {px(240), sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  const QString& name_of(const BarPair& pair, bool after) const;
  QString words_of(const BarPair& pair, bool after) const;  // "Strategy C: 7.1 %"
  std::vector<BarPair> pairs_;
  QString before_, after_;
};

/// Where a bar of `value` ends, as a share of the room: the largest value, or end of an interval, of the pair is 1.
double share_of(const BarPair& pair, double value);

}  // namespace jitterscope
