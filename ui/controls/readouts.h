#pragma once
// The few numbers that say whether the call is good: loss, rate, latency, jitter, network delay of both media, here and
// there.
#include <array>
#include <vector>

#include <QFrame>
#include <QLabel>

namespace jitterscope {

struct CallSnapshot;

class Readouts : public QFrame {
  Q_OBJECT
 public:
  explicit Readouts(QWidget* parent = nullptr);
  /// null = dashes. Of what is `over` (a file, a call that has ended): of all of it, since its end cuts the last second
  /// off. `file`: it is a file, which the words then say.
  void draw(const CallSnapshot*, bool over = false, bool file = false);
  QString span() const { return span_->text(); }  // of which time the figures are
  QString text(int row, int column) const;
  int rows() const { return static_cast<int>(values_.size()); }
  static QString row_name(int row);

 private:
  QLabel* span_;
  std::vector<std::array<QLabel*, 4>> values_;  // audio here, audio there, video here, video there
};

}  // namespace jitterscope
