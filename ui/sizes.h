#pragma once
// Lengths on screen. Each is written as it is at the usual size and grows with the interface's zoom, which the user
// changes while the program runs (QT_SCALE_FACTOR is read once, at the start). GUI thread.
#include <array>
#include <functional>

#include <QMargins>
#include <QObject>
#include <QSize>

class QBoxLayout;
class QGridLayout;
class QHBoxLayout;
class QLayout;
class QVBoxLayout;
class QWidget;

namespace jitterscope {

/// px: a window is too low for two rows of plots above a table.
inline constexpr int kLowWindow = 780;

inline constexpr std::array kZoomSteps{0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0};

/// 1 at the usual size; one of the steps.
double zoom();
/// Whole pixels; a length that is not 0 does not vanish.
int px(double at_usual_size);
QSize px(const QSize& at_usual_size);
QMargins px(const QMargins& at_usual_size);
/// For what is painted at any place: not rounded.
double exact_px(double at_usual_size);
/// Width of lines, frames and curves: 1 px below zoom 2, since a curve of 2 px takes several times as long to draw.
/// While lines are thick, one and a half of the zoom: they are seen from the last row.
int hairline();
bool thick_lines();

/// What is sized first: lengths and fonts of their own, what goes by sizes of others, shares of the room.
enum class Sizing { kOwn, kByOthers, kShares };
/// Runs at once, and again after each change of the zoom for as long as `owner` lives; then windows are styled and
/// fonts of the program set, and what has its turn earlier is sized.
void when_sized(QObject* owner, const std::function<void()>& size, Sizing turn = Sizing::kOwn);

/// Margins and spacing of a layout, at the usual size.
void set_spaces(QLayout* layout, const QMargins& around, int between);
void set_spacing(QLayout* layout, int between);
void set_spacing(QGridLayout* grid, int across, int down);
/// Without margins; of what `in` holds, where it is given.
QHBoxLayout* make_row(int between, QWidget* in = nullptr);
QVBoxLayout* make_column(int between, QWidget* in = nullptr);
void add_space(QBoxLayout* layout, int length);
void set_margins(QLayout* layout, const QMargins& around);
void set_margins(QWidget* widget, const QMargins& around);
void set_least_width(QWidget* widget, int width);
void set_least_height(QWidget* widget, int height);
void set_least_size(QWidget* widget, int width, int height);
void set_most_width(QWidget* widget, int width);
void set_width(QWidget* widget, int width);
void set_height(QWidget* widget, int height);

/// The first step at which the smallest words are a 45th of a screen of this height, so that the last row reads them.
double presenters_zoom(int screen_height);

/// Of the theme, which styles the windows anew in between: see set_zoom().
void keep_zoom(double step, bool thick_lines);
void size_all();

}  // namespace jitterscope
