#include "ui/widgets/copied_text.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>

#include "ui/tr.h"

namespace jitterscope {
namespace {

/// Takes the place of what a label does by itself where it copies.
class CopyingOfLabel : public QObject {
 public:
  explicit CopyingOfLabel(QLabel* label) : QObject(label), label_(*label) { label->installEventFilter(this); }

  bool eventFilter(QObject* of, QEvent* event) override {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
      copy(QClipboard::Clipboard);
      return true;
    }
    if (event->type() == QEvent::ContextMenu) {
      show_menu(static_cast<QContextMenuEvent*>(event)->globalPos());
      return true;
    }
    if (event->type() == QEvent::MouseButtonRelease && QApplication::clipboard()->supportsSelection())
      QMetaObject::invokeMethod(
          this, [this] { copy(QClipboard::Selection); }, Qt::QueuedConnection);  // after its own
    return QObject::eventFilter(of, event);
  }

 private:
  void copy(QClipboard::Mode mode) const {
    if (!label_.hasSelectedText()) return;
    QApplication::clipboard()->setText(copied_text(label_.selectedText()), mode);
  }
  void show_menu(const QPoint& at) {
    auto* menu = new QMenu(&label_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto* marked = menu->addAction(Tr::tr("Copy"), this, [this] { copy(QClipboard::Clipboard); });
    marked->setShortcut(QKeySequence::Copy);
    marked->setEnabled(label_.hasSelectedText());
    menu->addAction(Tr::tr("Select all"), this,
                    [this] { label_.setSelection(0, static_cast<int>(label_.text().size())); });
    menu->popup(at);
  }

  QLabel& label_;
};

}  // namespace

QString copied_text(QString words) {
  constexpr char16_t kLastOfAscii = 0x7F;  // most cells of long tables have nothing else
  if (std::ranges::all_of(words, [](QChar letter) { return letter.unicode() <= kLastOfAscii; })) return words;
  static const QRegularExpression kThin("(?<=\\d)[\\x{2009}\\x{202F}](?=\\d)"), kFirm("[\\x{00A0}\\x{2009}\\x{202F}]"),
      kMinus("\\x{2212}(?=\\d)");
  words.remove(kThin).replace(kFirm, " ").replace(kMinus, "-");
  return words.replace(QChar::ParagraphSeparator, '\n').replace(QChar::LineSeparator, '\n').remove(QChar::SoftHyphen);
}

void let_copy(QLabel* label) {
  label->setTextInteractionFlags(label->textInteractionFlags() | Qt::TextSelectableByMouse);
  new CopyingOfLabel(label);
}

}  // namespace jitterscope
