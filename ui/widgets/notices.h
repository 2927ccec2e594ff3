#pragma once
// Where banners lie: over the window, so that what is below them stays where it is. Under the bars at the top, or,
// where the pointer is just there, above the lower edge. One that comes while others are there moves none of them. GUI
// thread.
#include <QList>
#include <QWidget>

class QVBoxLayout;

namespace jitterscope {

class Notices : public QWidget {
 public:
  /// Over `window`, below the lowest of `bars` that is there; they are parts of its content and are scrolled with it.
  Notices(QWidget& window, const QList<QWidget*>& bars);
  void add(QWidget* banner);

 protected:
  bool event(QEvent*) override;  // a banner came, went or changed its size
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void put_last(QWidget* banner);
  void place();
  void place_anew();

  int below_bars() const;

  QWidget& window_;
  QList<QWidget*> bars_;
  QVBoxLayout* column_;
  bool placing_ = false;
  bool low_ = false;  // at the lower edge, until all are gone
};

}  // namespace jitterscope
