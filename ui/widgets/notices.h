#pragma once
// Where banners lie: over the window, so that what is below them stays where it is. Under the bar at the top, or, where
// the pointer is just there, above the lower edge. GUI thread.
#include <QWidget>

class QVBoxLayout;

namespace jitterscope {

class Notices : public QWidget {
 public:
  /// Over `window`'s content, below `bar`, which is a part of it.
  Notices(QWidget& content, QWidget& bar);
  void add(QWidget* banner);

 protected:
  bool event(QEvent*) override;  // a banner came, went or changed its size
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void place();
  void place_anew();

  QWidget &content_, &bar_;
  QVBoxLayout* column_;
  bool placing_ = false;
  bool low_ = false;  // at the lower edge, until all are gone
};

}  // namespace jitterscope
