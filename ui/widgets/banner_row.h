#pragma once
// A row of the window with room for a banner: what it shows otherwise has the width that the banner leaves. So a notice
// covers nothing that is clicked, and what is above keeps its place. GUI thread.
#include <QWidget>

namespace jitterscope {

class Banner;

class BannerRow : public QWidget {
 public:
  /// `beside` is at the left, and nothing in it is clicked. px at the usual size: the height that is reserved; 0 = that
  /// of `beside`.
  explicit BannerRow(QWidget* beside, int height = 0, QWidget* parent = nullptr);
  /// The banner stands here from now on, and no longer where it stood before.
  void take(Banner& banner);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  bool event(QEvent*) override;
  void resizeEvent(QResizeEvent*) override { place(); }

 private:
  void place();

  QWidget* beside_;
  int height_;
};

}  // namespace jitterscope
