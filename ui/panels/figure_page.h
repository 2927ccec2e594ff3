#pragma once
// A page that a panel is drawn on as a figure: its title with what it is of, the time, what its colours mean, and the
// drawing, without what is pressed. What is on screen is not painted meanwhile. GUI thread.
#include <memory>
#include <string_view>

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QWidget>

namespace jitterscope {

struct CallSnapshot;
class Panel;

class FigurePage {
 public:
  /// Takes `panel` over, which has not been shown.
  explicit FigurePage(Panel* panel);
  Panel& panel() const { return *panel_; }
  /// `of`: which call or file it is, as it is named behind the panel's title. Where a table would have to be scrolled
  /// the page becomes larger than `size`, in px.
  void draw(const QString& of, const std::shared_ptr<const CallSnapshot>& snapshot, const QSize& size);
  /// Of a drawn one as "svg", "pdf" or "png" of 288 dots an inch. `made` says where it comes from and is not drawn.
  /// Empty: there is not the memory to draw it.
  QByteArray bytes(std::string_view format, const QString& made = {});

 private:
  void settle();
  void make_tables_whole();
  QByteArray raster(const QString& made);
  QByteArray drawn_on_paper(bool as_svg, const QString& made);

  QWidget page_;
  Panel* panel_;  // in it
  QString title_;
};

/// A panel of the window as a figure of what it shows, on a light ground whatever the window wears. Empty: it cannot be
/// drawn.
QByteArray figure_of_shown(const Panel& panel, std::string_view format);

}  // namespace jitterscope
