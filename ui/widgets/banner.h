#pragma once
// What is said or asked now: a sentence, its answers, how many others stand behind it. A press that was meant for what
// was there half a second before does nothing. GUI thread.
#include <QElapsedTimer>
#include <QFrame>

class QPushButton;
class QToolButton;

namespace jitterscope {

class TwoLines;

class Banner : public QFrame {
  Q_OBJECT
 public:
  struct Contents {
    QString sentence;
    QString yes, no;          // words of the buttons; with a `yes` it is a question, which cannot be dismissed
    bool calm = false;        // nothing is wrong, and nothing asked
    int others = 0;           // that wait behind it
    std::int64_t number = 0;  // another one has another
    bool operator==(const Contents&) const = default;
  };

  explicit Banner(QWidget* parent = nullptr);
  void show_contents(const Contents& contents);
  void clear();
  /// Empty: nothing is said.
  QString sentence() const { return isHidden() ? QString() : contents_.sentence; }
  bool asks() const { return !contents_.yes.isEmpty(); }
  QSize sizeHint() const override;  // its width is what the words need

 signals:
  void resized();  // it came, went or needs another width
  void answered(bool yes);
  void dismissed();
  void list_wanted();
  void pointer_left();

 protected:
  bool event(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;

 private:
  Contents contents_;
  TwoLines* words_;
  QToolButton *others_, *dismiss_;
  QPushButton *yes_, *no_;
  QElapsedTimer here_since_;
};

}  // namespace jitterscope
