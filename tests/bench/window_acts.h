#pragma once
// What a user does in a call that may hold the window up: for bench_window. GUI thread.
#include <QString>
#include <functional>
#include <string>
#include <vector>

namespace jitterscope {

class MainWindow;
class SessionPort;

struct WindowAct {
  std::string name;
  std::function<void()> act;
};

/// In their order, some seconds apart: what is recorded by one is exported, reported on and opened by later ones.
/// Files go to `folder`.
std::vector<WindowAct> window_acts(MainWindow& window, SessionPort& port, const QString& folder);

/// Of the menus; false: none has these keys.
bool trigger_keys(const MainWindow& window, const char* keys);

}  // namespace jitterscope
