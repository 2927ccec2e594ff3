#pragma once
// The far end's picture with this end's own in the corner. Painted when a picture comes. GUI thread.
#include <functional>

#include <QImage>
#include <QWidget>

namespace jitterscope {

class VideoView : public QWidget {
 public:
  explicit VideoView(QWidget* parent = nullptr);
  /// `shown` is called once, when the picture has been painted; never for one that another replaced before.
  void set_remote(const QImage&, std::function<void()> shown = {});  // a null image clears
  void set_local(const QImage&);
  bool has_remote() const { return !remote_.isNull(); }

  QSize sizeHint() const override { return {292, 219}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return width * 3 / 4; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QImage remote_, local_;
  std::function<void()> shown_;
};

}  // namespace jitterscope
