#pragma once
// The remote's picture with this end's own in the corner, and a tick for each of its frames that was lost within the
// last ten seconds. Painted when a picture comes. GUI thread.
#include <functional>
#include <vector>

#include <QImage>
#include <QWidget>

#include "core/measures/views/stream_snapshot.h"
#include "ui/sizes.h"

class QPainter;

namespace jitterscope {

/// "no new picture for 12 s", "no picture for 12 s: none of 452 frames came whole", "the picture has been stopped";
/// empty where a picture is new enough, or none is to be expected.
QString still_words(const StreamSnapshot& received, bool has_picture);

class VideoView : public QWidget {
 public:
  explicit VideoView(QWidget* parent = nullptr);
  /// `shown` is called once, when the picture has been painted; never for one that another replaced before.
  void set_remote(const QImage&, std::function<void()> shown = {});  // a null image clears
  void set_local(const QImage&);
  /// Words over the picture while it stands still, or where it would be; empty = none.
  void set_still(const QString& words);
  QString still() const { return still_; }
  /// Seconds ago; a tick each along the lower edge, now at the right. None: nothing is drawn.
  void set_lost_frames(const std::vector<double>& ago_s);
  const std::vector<double>& lost_frames() const { return lost_ago_s_; }
  /// The call has ended: no picture is to be expected.
  void set_over(bool over);
  /// What stands where there is no picture.
  QString empty_words() const;
  bool has_remote() const { return !remote_.isNull(); }

  /// As high as its width asks, lower where the column has less room.
  QSize sizeHint() const override { return {px(292), wide_ * 3 / 4}; }

 protected:
  void resizeEvent(QResizeEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void paint_still(QPainter&) const;
  QRect lost_strip() const;
  void paint_lost(QPainter&, const QRect& strip) const;
  QRect own_place() const;
  void paint_own(QPainter&, const QRect& wanted) const;

  QImage remote_, local_;
  QString still_;
  std::vector<double> lost_ago_s_;
  bool over_ = false;
  int wide_ = 292;
  std::function<void()> shown_;
};

}  // namespace jitterscope
