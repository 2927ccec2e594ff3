#pragma once
// Where banners lie: over the window, so that what is below them stays where it is. Under the bar at the top, or, where
// the pointer is just there, above the lower edge. One that comes while others are there moves none of them. GUI
// thread.
#include <QWidget>

class QVBoxLayout;

namespace jitterscope {

class Notices : public QWidget {
 public:
  /// Over `window`, below `bar`, which is a part of its content and is scrolled with it.
  Notices(QWidget& window, QWidget& bar);
  void add(QWidget* banner);

 protected:
  bool event(QEvent*) override;  // a banner came, went or changed its size
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void put_last(QWidget* banner);
  void place();
  void place_anew();

  QWidget &window_, &bar_;
  QVBoxLayout* column_;
  bool placing_ = false;
  bool low_ = false;  // at the lower edge, until all are gone
};

}  // namespace jitterscope
