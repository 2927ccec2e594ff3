#pragma once
// The far end's picture with this end's own in the corner. Painted when a picture comes. GUI thread.
#include <QImage>
#include <QWidget>

namespace jitterscope {

class VideoView : public QWidget {
 public:
  explicit VideoView(QWidget* parent = nullptr);
  void set_remote(const QImage&);  // a null image clears
  void set_local(const QImage&);
  bool has_remote() const { return !remote_.isNull(); }

  QSize sizeHint() const override { return {292, 219}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return width * 3 / 4; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QImage remote_, local_;
};

}  // namespace jitterscope
