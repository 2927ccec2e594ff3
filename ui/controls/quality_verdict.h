#pragma once
// Whether the call is good, in three seconds: "✓ Audio inside 0.41" and "✕ Video outside: jitter 61 ms is above 50 ms",
// one line a received medium; for the left column or the call bar. GUI thread.
#include <array>

#include <QWidget>

#include "core/measures/views/answers.h"
#include "ui/quality_settings.h"
#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {

struct CallSnapshot;
struct QualityPoint;
struct QualityView;
struct StreamSnapshot;

/// What the quality of a call is of.
inline constexpr auto kQualitySpan = QT_TRANSLATE_NOOP("Tr", "last 10 s");

struct VerdictWords {
  std::optional<bool> inside;
  QString words;  // "inside, quality distance 0.41", "outside: jitter 61 ms is above 50 ms", or a dash and why it is
                  // not known
  bool operator==(const VerdictWords&) const = default;
};

/// `received`: the picture as it comes now, which is outside when it stands still; null where there is no present.
VerdictWords verdict_words(const QualitySettings&, Medium, const QualityPoint&,
                           const StreamSnapshot* received = nullptr);

class QualityVerdictLine : public QWidget {
 public:
  explicit QualityVerdictLine(const QualitySettings&, QWidget* parent = nullptr);
  /// Of what is received here; null before the first call. `over`: a file, or a call that has ended; `file`: it is a
  /// file, which the words then say.
  void draw(const std::shared_ptr<const CallSnapshot>&, bool over = false, bool file = false);
  QString text() const { return lines_[0].words + "\n" + lines_[1].words + "\n" + span_; }  // all lines, as read aloud
  QSize sizeHint() const override { return px({200, kRow * rows_}); }
  QSize minimumSizeHint() const override { return px({120, kRow * rows_}); }

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  static constexpr int kRow = 18;  // px
  struct Placed {
    std::array<QRect, 2> words;
    QRect span;
    int rows;
  };
  /// The span in the last row; words that are longer than a row go on in the next.
  Placed placed() const;
  void take_rows(bool fewer_too);
  VerdictWords line_of(Medium, const Boxed<QualityView>&, const StreamSnapshot& received) const;

  const QualitySettings& settings_;
  std::array<VerdictWords, 2> lines_;
  std::shared_ptr<const CallSnapshot> shown_;
  bool over_ = false, file_ = false;
  QString span_ = Tr::tr(kQualitySpan);
  int rows_ = 3;
};

}  // namespace jitterscope
