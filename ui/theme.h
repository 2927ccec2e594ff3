#pragma once
// The one place of colours, fonts and plot styles. Hues carry meaning: a hue means the same everywhere.
#include <array>

#include <QColor>
#include <QFont>

#include "core/events/delay_parts.h"

#include "ui/sizes.h"

class QApplication;
class QCustomPlot;
class QWidget;

namespace jitterscope {

enum class Theme { kDark, kLight };
enum class Hue { kAudio, kVideo, kNetwork, kSystem, kLimit, kHeld, kPlain };  // plain: as words, says nothing

struct Colours {
  QColor window, panel, raised, line, text, muted, chosen, chosen_text, danger, attention;
  std::array<QColor, 7> hues;
  const QColor& operator[](Hue hue) const { return hues[static_cast<std::size_t>(hue)]; }
};

const Colours& colours_of(Theme);
/// Of the theme applied last. GUI thread.
const Colours& colours();
Theme current_theme();

/// Shades of the part's owner: greys for work and deliberate waiting, the operating system's or the network's hue.
QColor part_colour(DelayPart);
/// Of threads that wait for a processor: the operating system's.
QColor waiting_colour();
QBrush unknown_brush();  // hatched
QColor words_on(const QColor& background);

/// Style, palette and fonts of the whole program, style sheets of the windows there are. May be called again to switch.
void apply_theme(QApplication&, Theme);
/// Sizes everything anew. Takes the step that is nearest; lines stay as thick as they are, or become so.
void set_zoom(QApplication&, double zoom, bool thick = thick_lines());
/// The step after or before the present one; the last ones stay.
double next_zoom(int steps);
/// Letters are this much wider from now on, as the words of another language may be: how a test sees that they have
/// room.
void widen_words(QApplication&, double factor);
/// The style sheet of a window without a parent and of all in it. Whoever makes one calls this once it is built: Qt
/// would work the sheet out anew for a widget each time that one above it gets a parent, half of the time that the main
/// window takes to open. Dialogs, menus and tooltips of a window have its sheet.
void style_window(QWidget&);

/// As long as it lives colours are those of `theme` for what is made and styled meanwhile, whatever the program wears.
/// Nothing on screen may be painted before it ends. One at a time.
class ThemeMeanwhile {
 public:
  explicit ThemeMeanwhile(Theme theme);
  ~ThemeMeanwhile();
  ThemeMeanwhile(const ThemeMeanwhile&) = delete;
  ThemeMeanwhile& operator=(const ThemeMeanwhile&) = delete;
};

// Of the zoom as it is: for what is painted. Widgets are given theirs by the functions below.
QFont small_font();  // axes, secondary text
QFont title_font();  // panel titles, the call bar's clock
/// At every zoom.
void use_small_font(QWidget*);
void use_title_font(QWidget*);

/// Background, axes, grid and labels of a plot. Call again after a theme switch.
void style_plot(QCustomPlot&);
/// A pen that draws fast at 1 px: a hairline.
QPen series_pen(Hue, Qt::PenStyle = Qt::SolidLine);
QPen hairline_pen(const QColor&, Qt::PenStyle = Qt::SolidLine);

}  // namespace jitterscope
