#pragma once
// What the window says goes through Tr::tr, one context for lupdate and for a translator, if one were installed. What
// comes from core (names of measures and settings, errors) is the same in the command's output and stays as it is. Code
// cuts and finds some in others ("last " of "last 10 s"; in_shown_time()): a translation keeps them alike.
#include <QCoreApplication>

namespace jitterscope {

/// Tr::tr("Sound of %1 waits").arg(name): any thread; without a translator the source itself. In tables of constants
/// QT_TRANSLATE_NOOP("Tr", "…"), and Tr::tr where the entry is shown.
struct Tr {
  Q_DECLARE_TR_FUNCTIONS(Tr)
};

}  // namespace jitterscope
