#pragma once
// The plots of a hand-out, of the widgets that the window's panels show. GUI thread.
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QSize>
#include <QString>

#include "ui/handout/handout.h"
#include "ui/plots/view_state.h"

class QWidget;

namespace jitterscope {

class TimePlot;

class HandoutPlots {
 public:
  explicit HandoutPlots(const Handout&);
  ~HandoutPlots();

  struct Plot {
    QString title;
    QString about;  // what is seen in it
    std::shared_ptr<QWidget> widget;
    std::function<void()> draw;  // in its size
    bool of_media = true;        // in the colours of sound and picture

    void fit(const QSize&);
  };
  std::vector<Plot>& all() { return plots_; }
  /// Null: there was none.
  Plot* demonstration() { return demonstration_ ? &*demonstration_ : nullptr; }
  /// Why there is none of what one might look for; whole sentences.
  const QStringList& missing() const { return missing_; }

 private:
  void add_jitter_plots(const QString& title, const QString& about, const QString& upper,
                        const std::function<void(TimePlot&, TimePlot&)>& fill);
  void add_jitter();
  void add_reported_jitter();
  void add_delay();
  void add_compensation();
  void add_region();
  void add_demonstration();

  const Handout& of_;
  const CallSnapshot& now_;
  ViewState view_;
  std::vector<Plot> plots_;
  std::optional<Plot> demonstration_;
  QStringList missing_;
};

}  // namespace jitterscope
