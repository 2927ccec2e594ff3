#include "ui/words/plain_text.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

#include "ui/sizes.h"

namespace jitterscope {
namespace {

/// A label is polished before its first layout, a tooltip (a label of Qt's own) before it has its text. A wrapped label
/// would ask for the width of its longest word, which may be a stranger's: it is cut off there instead.
class PlainLabels : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (!label) return false;
    if (label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    if (label->wordWrap() && label->minimumWidth() == 0) label->setMinimumWidth(px(1));
    return false;
  }
};

}  // namespace

void keep_text_plain(QApplication& application) {
  constexpr const char* kName = "plain-labels";
  if (application.findChild<QObject*>(kName, Qt::FindDirectChildrenOnly)) return;
  auto* labels = new PlainLabels(&application);
  labels->setObjectName(kName);
  application.installEventFilter(labels);
}

}  // namespace jitterscope
