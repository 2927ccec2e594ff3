#pragma once
// The arrangements that the window comes with. GUI thread.
#include <array>
#include <optional>
#include <vector>

#include <QString>

class QWidget;

namespace jitterscope {

class Docks;
class Panel;

/// Analyst: all panels at hand. A lecture: picture and figures, what the lesson is about, cards. Call: the picture.
/// Own: as the user has arranged it.
enum class Layout { kAnalyst, kShaping, kPriority, kRateControl, kCall, kOwn };

inline constexpr std::array kReadyLayouts{Layout::kCall, Layout::kShaping, Layout::kPriority, Layout::kRateControl,
                                          Layout::kAnalyst};

constexpr bool is_lecture(Layout layout) {
  return layout == Layout::kShaping || layout == Layout::kPriority || layout == Layout::kRateControl;
}

QString layout_words(Layout layout);  // "Lecture: shaping", "Analyst"
/// Title of the panel that the layout is about.
QString first_panel_of(Layout layout);
/// As kept from one run to the next; nullopt: none of that name.
QString layout_name(Layout layout);
std::optional<Layout> layout_of_name(const QString& name);

struct WindowParts {
  QWidget *call = nullptr, *cards = nullptr;  // picture, levels and figures; controls
  std::vector<Panel*> above, behind_tabs;     // in their order
};

/// px: of picture and figures, and of the controls, open, with their scroll bar.
inline constexpr int kCallWidth = 272, kCardsWidth = 292;

/// How many panels a window of this height (px at the usual size) has room for above each other: 1 to 3.
int panel_rows(double height);
/// Which panels of the analyst's layout stand behind each other.
std::vector<Panel*> tabbed_panels(const WindowParts& parts, int rows);
/// Gives every part its place; which are open is the layout's.
void arrange(Docks& docks, const WindowParts& parts, Layout layout, int rows);

}  // namespace jitterscope
