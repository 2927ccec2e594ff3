#pragma once
// What wheel and keys may do in the window, for all of its fields at once: the wheel changes nothing that has no focus,
// Return and Escape leave a field so that the keys of the menus act again, and space stays the key of a focused
// control. GUI thread.
#include <QObject>

class QWidget;

namespace jitterscope {

class Hands : public QObject {
 public:
  /// Watches all fields within `window`, also later ones; what leaves a field gives the focus to its central widget.
  explicit Hands(QWidget& window);
  ~Hands() override;

  /// A field whose text cannot be used keeps the focus after Return, to be mended.
  static void set_faulty(QWidget& field, bool faulty);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool is_ours(const QObject* watched) const;
  void leave(QWidget& field);

  QWidget& window_;
};

}  // namespace jitterscope
