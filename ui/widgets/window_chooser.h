#pragma once
// The stretch of time that distributions, tables and curves are of: 10 s, 60 s, 15 min, whole, selection. One choice,
// shared by all panels that have this chooser. GUI thread.
#include "ui/plots/view_state.h"
#include "ui/widgets/segments.h"

namespace jitterscope {

class WindowChooser : public Segments {
 public:
  explicit WindowChooser(ViewState&, QWidget* parent = nullptr);

 private:
  void follow_view(const ViewState&);
};

/// "the last 60 s", "the whole call", "02:10.0 – 02:31.5"
QString stretch_words(const AnalysisQuery&);

}  // namespace jitterscope
