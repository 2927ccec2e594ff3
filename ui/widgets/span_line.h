#pragma once
// Of which time a panel's figures are, in grey in its head: whole where there is room, else up to the first comma, else
// without "last", with all of it in the tip. GUI thread.
#include <QString>
#include <QWidget>

#include "ui/sizes.h"

namespace jitterscope {

class SpanLine : public QWidget {
 public:
  explicit SpanLine(QWidget* parent = nullptr);
  void set_words(const QString& words, const QString& tip);
  const QString& words() const { return words_; }
  QSize sizeHint() const override { return {wide(words_), px(16)}; }
  /// px: of the words up to the first comma.
  int least_width() const { return wide(words_.section(',', 0, 0)); }
  QSize minimumSizeHint() const override { return px({0, 16}); }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  int wide(const QString& words) const;
  QString words_, tip_;
};

}  // namespace jitterscope
