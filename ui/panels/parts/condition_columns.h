#pragma once
// The columns of the Conditions panel: a heading with the present, plots, and figures in words beneath. GUI thread.
#include <QWidget>

#include "core/events/names.h"
#include "core/measures/views/stretch.h"
#include "ui/plots/time_plot.h"
#include "ui/words/reading_line.h"

class QVBoxLayout;

namespace jitterscope {

struct ConditionsView;
struct LinkView;
struct MarkRow;

/// Packets waiting: the value that 95 of 100 moments of the last 10 s, or of the stretch, did not exceed; nullopt
/// without any.
std::optional<double> queue_p95(const LinkView&, const std::optional<Stretch>& stretch = {});
/// "3.10 % dropped", with the reasons and their counts from the most frequent down when `reasons`.
QString drop_words(const LinkView&, bool reasons);

class ConditionColumn : public QWidget {
 public:
  ConditionColumn(const QString& title, int lines);
  std::vector<CsvTable> tables() const;  // of its plots
  QString text() const;                  // every word beneath and beside the heading

 protected:
  void add(TimePlot*, int share);
  void say(Reading now, const std::vector<QStringList>& lines);
  void draw_plots(const std::vector<MarkRow>&);

 private:
  QVBoxLayout* column_;
  ReadingLine* now_;
  std::vector<ReadingLine*> lines_;
  std::vector<TimePlot*> plots_;
};

class LinkColumn : public ConditionColumn {
 public:
  LinkColumn(ViewState&, LinkWay);
  void draw(const LinkView&, const std::vector<MarkRow>&);

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  TimePlot *queue_, *drops_, *rate_;
};

class LoadColumn : public ConditionColumn {
 public:
  explicit LoadColumn(ViewState&);
  void draw(const ConditionsView&, const std::vector<MarkRow>&);

 private:
  TimePlot* average_;
};

class ClockColumn : public ConditionColumn {
 public:
  explicit ClockColumn(ViewState&);
  void draw(const ConditionsView&, const std::vector<MarkRow>&);

 private:
  TimePlot* offset_;
};

}  // namespace jitterscope
