#pragma once
#include <QLabel>

namespace jitterscope {

/// Sets only what changes: a label lays itself out anew each time. An empty `tip` leaves the label's own.
inline void set_words(QLabel& label, const QString& words, const QString& tip = {}) {
  if (label.text() != words) label.setText(words);
  if (!tip.isEmpty() && label.toolTip() != tip) label.setToolTip(tip);
}

/// Words in as many lines as its width asks, all of them with their height.
class WrappedLabel : public QLabel {
 public:
  WrappedLabel() { setWordWrap(true); }
  QSize minimumSizeHint() const override { return {0, heightForWidth(width())}; }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QLabel::resizeEvent(event);
    updateGeometry();
  }
};

}  // namespace jitterscope
