#pragma once
// A line that asks or says something: an incoming call, consent, why a call ended, warnings. A press that was meant for
// what was there half a second before does nothing. GUI thread.
#include <QElapsedTimer>
#include <QFrame>
#include <QLabel>
#include <QTimer>

namespace jitterscope {

class Banner : public QFrame {
  Q_OBJECT
 public:
  /// Without buttons' texts there is only a dismiss button; with `no` alone there are both.
  explicit Banner(const QString& yes = {}, const QString& no = {}, QWidget* parent = nullptr);
  void say(const QString& sentence);    // stays; empty = say nothing more
  enum class Tone { kWarning, kCalm };  // calm: nothing is wrong, and nothing asked
  /// Folds away by itself; what stays is said above it, and gives the tone while it does.
  void say_for_a_while(const QString& sentence, Tone tone, int ms = kUsualMs);
  static constexpr int kUsualMs = 12'000;
  void fold();
  QString sentence() const { return isHidden() ? QString() : words_->text(); }

 signals:
  void answered(bool yes);
  void dismissed();

 protected:
  bool event(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void show_words();

  const bool asks_;  // its buttons answer
  QLabel* words_;
  QString staying_, passing_;
  Tone passing_tone_ = Tone::kWarning;
  QTimer fold_{this};
  QElapsedTimer here_since_;
};

}  // namespace jitterscope
