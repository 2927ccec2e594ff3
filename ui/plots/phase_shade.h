#pragma once
// Stretches with one verdict, drawn into a time plot: shaded over its whole height, or as a strip of bars about 0 with
// words in them. Hatching, height and words say what the colour says; plain is where there is no verdict. GUI thread.
#include <vector>

#include <QString>

#include "core/measures/views/trend_stretch.h"
#include "ui/words/csv_table.h"

class QCPItemRect;
class QCPItemText;

namespace jitterscope {

class TimePlot;
class ViewState;

class PhaseShade {
 public:
  enum class Form { kWholeHeight, kStrip };
  PhaseShade(TimePlot&, const ViewState&, Form);
  /// Before the plot's draw(), which makes it seen.
  void set_stretches(const std::vector<TrendStretch>&);
  const std::vector<TrendStretch>& visible() const { return visible_; }
  QString words_at(double at_s) const;  // the verdict in words; empty where there is none
  QString words_shown() const;          // in the bars, "▲ increasing|="
  /// Of what is visible, as csv_of_times(): each verdict where it begins and where it ends.
  CsvTable table() const;

 private:
  struct Bar {
    QCPItemRect* rect;
    QCPItemText* words;
  };
  Bar& bar(std::size_t index);
  double seconds_a_pixel() const;
  void place(Bar&, const TrendStretch&);

  TimePlot& plot_;
  const ViewState& view_;
  Form form_;
  std::vector<TrendStretch> visible_;
  std::vector<Bar> bars_;
};

}  // namespace jitterscope
