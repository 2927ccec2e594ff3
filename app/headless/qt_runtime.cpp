#include "app/headless/qt_runtime.h"

#include <fmt/format.h>

#include <QApplication>
#include <cstdlib>

#include "app/command_line/output.h"
#include "app/provenance/build_facts.h"

namespace jitterscope {
namespace {

bool opening_display = false;  // for Qt's message handler, which is a plain function

/// Qt speaks to its programmers (of plugins, folders, sound servers); who looks for a fault there sets QT_LOGGING_RULES
/// or QT_DEBUG_PLUGINS. What the user must know, this program says itself.
void keep_to_what_matters(QtMsgType type, const QMessageLogContext&, const QString& words) {
  static const bool wanted =
      qEnvironmentVariableIsSet("QT_LOGGING_RULES") || qEnvironmentVariableIsSet("QT_DEBUG_PLUGINS");
  if (type == QtFatalMsg && opening_display) {  // Qt would abort
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM"), display = qgetenv("DISPLAY");
    const bool by_x = !display.isEmpty() && (platform.isEmpty() || platform == "xcb");
    say(by_x && !wanted
            ? fmt::format(
                  "The display {} cannot be opened. Set DISPLAY to one that can, or use a command with --headless.",
                  display.toStdString())
            : words.toStdString());
    std::_Exit(kNoDisplay);
  }
  if (wanted || type == QtCriticalMsg || type == QtFatalMsg) say_lines(words.toStdString());
}

}  // namespace

QtRuntime::QtRuntime(bool widgets, bool headless) {
  qInstallMessageHandler(keep_to_what_matters);
  if (headless) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (widgets) {
    opening_display = true;
    application_ = std::make_unique<QApplication>(count_, arguments_);
    opening_display = false;
  } else {
    application_ = std::make_unique<QCoreApplication>(count_, arguments_);
  }
  QCoreApplication::setApplicationVersion(QString::fromStdString(program_version()));
}

QApplication* QtRuntime::widgets() const {
  return qobject_cast<QApplication*>(application_.get());
}

}  // namespace jitterscope
