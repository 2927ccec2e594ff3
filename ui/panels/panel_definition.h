#pragma once
// Which panels the window has: every file ui/panels/NAME_panel.cpp defines one, `PanelDefinition NAME_panel()`, and the
// build makes the table of all. GUI thread.
#include <functional>
#include <string_view>
#include <vector>

namespace jitterscope {

class ComparedStretches;
class FileView;
class Panel;
class QualitySettings;
class ViewState;

/// What the window gives to every panel; outlives them.
struct PanelContext {
  ViewState& view;
  QualitySettings& quality;
  ComparedStretches* compared;  // null: nothing is compared
  FileView* files = nullptr;    // null: no file is chosen in it
};

struct PanelDefinition {
  std::string_view name = {};  // word of the command line; empty: it is no figure
  int place = 100;             // among all, from the first
  bool in_tab = true;          // else above the tabs in the layout of the analyst
  std::function<Panel*(const PanelContext&)> build = {};
  /// Without a parent; it can make another of its kind.
  Panel* make(const PanelContext&) const;
};

/// In the order of their names.
const std::vector<PanelDefinition>& panel_definitions();

/// A panel that needs the view alone.
template <class P>
PanelDefinition tab_panel(std::string_view name, int place) {
  return {name, place, true, [](const PanelContext& context) -> Panel* { return new P(context.view); }};
}
template <class P>
PanelDefinition top_panel(std::string_view name, int place) {
  return {name, place, false, [](const PanelContext& context) -> Panel* { return new P(context.view); }};
}

}  // namespace jitterscope
