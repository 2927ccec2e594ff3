#pragma once
// Which two stretches of recorded calls are compared, and what that says. GUI thread.
#include <array>
#include <optional>

#include <QObject>
#include <QString>

#include "ui/session_port.h"

namespace jitterscope {

class ViewState;

class ComparedStretches : public QObject {
  Q_OBJECT
 public:
  enum class Part { kBefore, kAfter };
  struct Stretch {
    StretchToCompare asked;
    QString words;  // "00:10.0 – 00:40.0 of call-20261126-1602", "all of rush-hour"
  };

  /// Both outlive this.
  ComparedStretches(SessionPort& session, ViewState& view, QObject* parent = nullptr);

  /// The selected time of what is shown, else what is visible of the time axis, as far as it is recorded. After a
  /// stretch of the same call, without another selection, what has come since, or of an axis that is held what of it is
  /// later. A new stretch before, later than the one after, lets that go. Where both are known they are compared.
  /// Otherwise said() tells why not.
  void take(Part part);
  /// With a ghost: takes the stretch before, where none of this call has been taken, and lets the other go. Whether it
  /// did; says nothing.
  bool hold();
  /// Both, with what was said of them.
  void let_go();
  /// Something can be taken: a file is shown, or this call is recorded.
  bool can_take() const { return !session_.recorded_file().empty(); }
  const std::optional<Stretch>& stretch(Part part) const { return stretches_[static_cast<std::size_t>(part)]; }
  bool running() const { return running_; }
  /// Of the present two stretches: null while there is none, and why there is none; both: nothing has been asked.
  const Comparison* table() const { return result_.table ? &*result_.table : nullptr; }
  QString sentence() const { return QString::fromStdString(result_.sentence); }
  /// What was set otherwise, and that something was set within a stretch; empty: nothing was, or the files do not tell.
  QString set_words() const;

  /// What prints the table: "jitterscope compare a.jscope --from 10 --to 40 --from2 40 --to2 70"; without one empty.
  QString command() const;

 signals:
  void changed();
  void emptied();  // by let_go()
  void said(const QString& sentence);

 private:
  bool is_before(const std::pair<double, double>& selected) const;
  double since_set(double from_s, double end_s) const;
  std::optional<Stretch> shown_now(Part part, QString& why_not) const;
  void compare();
  void shade();
  void finish(const CompareResult& result);

  SessionPort& session_;
  ViewState& view_;
  std::array<std::optional<Stretch>, 2> stretches_;
  bool running_ = false, again_ = false;  // again: another stretch was taken meanwhile
  CompareResult result_;
};

}  // namespace jitterscope
