// What a local user could plant by QT_PLUGIN_PATH and QT_QPA_GENERIC_PLUGINS: code that runs in the program before
// anything is shown.
// Writes the capabilities it finds there (the lines Cap… of /proc/self/status) to the file of its own name with
// ".loaded".
#include <dlfcn.h>

#include <QObject>
#include <fstream>
#include <string>

namespace {

class Planted : public QObject {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID "org.qt-project.Qt.QGenericPluginFactoryInterface" FILE "planted_plugin.json")
};

__attribute__((constructor)) void tell() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&tell), &own) == 0) return;
  std::ifstream status("/proc/self/status");
  std::ofstream out(std::string(own.dli_fname) + ".loaded");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("Cap")) out << line << '\n';
}

}  // namespace

#include "plugin.moc"
