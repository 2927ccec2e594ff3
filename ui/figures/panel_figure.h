#pragma once
// A panel as a figure for a paper: its title, the file, the time that it is of, what its colours mean, and the drawing,
// without buttons, on a light ground. GUI thread.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <QList>
#include <QSize>
#include <QString>

#include "ui/plots/view_state.h"
#include "ui/quality_settings.h"

class QAbstractButton;

namespace jitterscope {

struct CallSnapshot;
class FigurePage;
class Panel;

struct FigureOrder {
  std::string panel;                             // one of plotted_panels()
  std::vector<std::string> chosen;               // words of choices that it offers: "histogram", "remote"
  QString file;                                  // as it is named in the figure
  std::shared_ptr<const CallSnapshot> snapshot;  // of the time from `from_s` to `to_s`; never null
  double from_s = 0, to_s = 0;
  QSize size{960, 480};   // px, 96 an inch
  std::string made = {};  // where the figure comes from, in sentences that stand in the file and not in the drawing
};

/// Names of the panels that can be drawn of a file, in the order of the window.
std::vector<std::string_view> plotted_panels();

class PanelFigure {
 public:
  explicit PanelFigure(const FigureOrder&);
  ~PanelFigure();
  /// Why it cannot be drawn, one sentence: there is no such panel, it offers no such choice, or the file has nothing of
  /// it. Empty: it can.
  QString trouble() const { return trouble_; }
  /// Returns what is visible as "svg", "pdf", "png" or "csv". Empty: there is not the memory to draw it.
  QByteArray bytes(std::string_view format);

 private:
  QList<QAbstractButton*> choices() const;
  QAbstractButton* choice(const std::string& word) const;  // null: it is not offered
  void choose(const std::string& word);
  Panel& panel() const;
  QByteArray numbers() const;

  ViewState view_;
  QualitySettings quality_{QualitySettings::Begins::kUsual};
  std::unique_ptr<FigurePage> page_;  // null: there is no such panel
  QString trouble_, made_;
};

}  // namespace jitterscope
