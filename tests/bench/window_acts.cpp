#include "tests/bench/window_acts.h"

#include <QAction>
#include <stdexcept>

#include "ui/main_window/main_window.h"
#include "ui/session_port.h"

namespace jitterscope {

bool trigger_keys(const MainWindow& window, const char* keys) {
  for (auto* action : window.actions())
    if (action->shortcut() == QKeySequence(keys)) return action->trigger(), true;
  return false;
}

std::vector<WindowAct> window_acts(MainWindow& window, SessionPort& port, const QString& folder) {
  const auto path = [folder](const char* name) { return (folder + "/" + name).toStdString(); };
  const auto ignored = [](const ExportResult&) {};
  const auto layout = [&window](Layout which) { return [&window, which] { window.set_layout(which); }; };
  const auto keys = [&window](const char* which) {
    return [&window, which] {
      if (!trigger_keys(window, which)) throw std::logic_error(std::string("no action has the keys ") + which);
    };
  };
  std::vector<WindowAct> all{
      {"nothing", [] {}},
      {"record",
       [&port, path] {
         port.send(RecordCall{true, path("call.jscope")});
       }},
      {"select a stretch", [&window] { window.view().select(2, 5); }},
      {"let it go", [&window] { window.view().clear_selection(); }},
      {"hold", keys("H")},
      {"let go", keys("H")},
      {"export as CSV", [&port, path, ignored] { port.export_session("csv", path("csv"), false, ignored); }},
      {"write a page", [&port, path, ignored] { port.write_report(path("page.html"), 0, 0, ignored); }},
      {"write a PDF", [&port, path, ignored] { port.write_report(path("page.pdf"), 0, 0, ignored); }},
      {"open the recording", [&window, path] { window.open_file(QString::fromStdString(path("call.jscope"))); }},
      {"back to the call", [&port] { port.close_file(); }},
      {"larger", keys("Ctrl++")},
      {"usual size", keys("Ctrl+0")},
      {"present", keys("F9")},
      {"leave it", keys("F9")}};
  for (const Layout which : kReadyLayouts)
    all.push_back({"layout: " + layout_name(which).toStdString(), layout(which)});
  return all;
}

}  // namespace jitterscope
