#include "ui/controls/time_line.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include "core/measures/views/log_rows.h"
#include "ui/plots/view_state.h"
#include "ui/sizes.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/hands.h"
#include "ui/widgets/marker_strip.h"
#include "ui/words/setting_words.h"
#include "ui/words/text.h"
#include "ui/words/typed_span.h"

namespace jitterscope {
namespace {
constexpr int kFieldWidth = 168;  // px
}

TimeLine::TimeLine(ViewState& view, QWidget* parent) : QWidget(parent), view_(view) {
  auto* row = make_row(8, this);
  row->addWidget(strip_ = new MarkerStrip(view), 1);
  row->addWidget(cursors_ = new QToolButton);
  cursors_->setAccessibleName(Tr::tr("Cursors"));
  cursors_->setFocusPolicy(Qt::TabFocus);
  use_small_font(cursors_);
  cursors_->hide();
  connect(cursors_, &QToolButton::clicked, this, [this] {
    for (const Cursor cursor : {Cursor::kA, Cursor::kB}) view_.set_cursor(cursor, std::nullopt);
  });
  row->addWidget(span_ = new QLineEdit);
  span_->setAccessibleName(Tr::tr("Span of time"));
  span_->setToolTip(
      Tr::tr("The stretch that all figures are of: “10-20”, “12:10 +30s”, “last 30”, or a mark’s name with “+10s” or "
             "“-10s”; a time alone sets cursor A; empty: all (Ctrl+G)"));
  set_least_width(span_, kFieldWidth);
  span_->setMaximumWidth(px(kFieldWidth));
  use_small_font(span_);
  auto* fit_button = new QToolButton;
  fit_button->setText(Tr::tr("Fit"));
  fit_button->setToolTip(Tr::tr("Show all there is (Ctrl+Shift+F)"));
  fit_button->setFocusPolicy(Qt::TabFocus);
  use_small_font(fit_button);
  row->addWidget(fit_button);
  connect(fit_button, &QToolButton::clicked, this, &TimeLine::fit);
  connect(span_, &QLineEdit::returnPressed, this, &TimeLine::take_typed);
  connect(span_, &QLineEdit::editingFinished, this, [this] {
    if (!span_->isModified()) show_view();
  });
  connect(&view_, &ViewState::changed, this, &TimeLine::show_view);
  show_view();
}

void TimeLine::set_marks(const std::vector<MarkRow>& marks) {
  strip_->set_marks(marks);
}

void TimeLine::focus_span() {
  span_->setFocus();
  span_->selectAll();
}

void TimeLine::fit() {
  view_.show_all();
}

std::optional<double> TimeLine::time_of_mark(const QString& words) const {
  return strip_->time_of_mark(words);
}

/// The words of the selected time are rounded: left as they are, they stand for the time itself.
void TimeLine::take_typed() {
  if (const auto [from, to] = view_.query().selection_s;
      view_.has_selection() && span_->text() == span_text(from, to)) {
    Hands::set_faulty(*span_, false);
    span_->setModified(false);
    return view_.show(from, to);
  }
  const auto typed =
      typed_span(span_->text(), view_.end(), [this](const QString& words) { return time_of_mark(words); });
  Hands::set_faulty(*span_, typed.kind == TypedSpan::Kind::kFaulty);
  if (typed.kind == TypedSpan::Kind::kFaulty)
    return emit refused(Tr::tr("“%1” names no stretch of time: type one as “10-20”, “12:10 +30s” or “last 30”, or a "
                               "mark’s name with “+10s”.")
                            .arg(span_->text().simplified()));
  span_->setModified(false);
  switch (typed.kind) {
    case TypedSpan::Kind::kStretch:
      view_.select(typed.from_s, typed.to_s);
      view_.show(typed.from_s, typed.to_s);
      break;
    case TypedSpan::Kind::kMoment: view_.set_cursor(Cursor::kA, typed.from_s); break;
    case TypedSpan::Kind::kWhole:
      view_.clear_selection();
      view_.show_all();
      break;
    case TypedSpan::Kind::kFaulty: break;
  }
  show_view();
}

void TimeLine::show_view() {
  const auto [from, to] = view_.query().selection_s;
  if (!span_->isModified() || !span_->hasFocus()) {
    const auto text = view_.has_selection() ? span_text(from, to) : QString();
    if (span_->text() != text) {
      span_->setText(text);
      Hands::set_faulty(*span_, false);
    }
  }
  span_->setPlaceholderText(view_.end() > 0 ? span_text(view_.from(), std::min(view_.to(), view_.end())) : QString());
  const auto a = view_.cursor(Cursor::kA), b = view_.cursor(Cursor::kB);
  cursors_->setVisible(a || b);
  if (!a && !b) return;
  QStringList words;
  if (a) words << Tr::tr("A %1").arg(axis_time(*a, 3));
  if (b) words << Tr::tr("B %1").arg(axis_time(*b, 3));
  if (a && b) {
    const double apart = *b - *a;
    words << Tr::tr("Δ %1").arg(std::abs(apart) < 1 ? signed_figure(apart * 1e3, "ms") : signed_figure(apart, "s"));
  }
  cursors_->setText(words.join("  ") + " ×");
  cursors_->setToolTip(
      Tr::tr("A click in a plot of time sets A, with Ctrl it sets B. Press: neither is shown any more"));
}

}  // namespace jitterscope
