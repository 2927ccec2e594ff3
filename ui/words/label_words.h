#pragma once
#include <QLabel>

#include "ui/theme.h"

namespace jitterscope {

/// Sets only what changes: a label lays itself out anew each time. An empty `tip` leaves the label's own.
inline void set_words(QLabel& label, const QString& words, const QString& tip = {}) {
  if (label.text() != words) label.setText(words);
  if (!tip.isEmpty() && label.toolTip() != tip) label.setToolTip(tip);
}

/// Small and grey: what a field is, to which it leads, or a remark.
inline QLabel* muted_label(const QString& words = {}, QWidget* field = nullptr) {
  auto* label = new QLabel(words);
  label->setProperty("muted", true);
  label->setBuddy(field);
  use_small_font(label);
  return label;
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
