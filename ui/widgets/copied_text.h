#pragma once
// What is copied is read elsewhere: numbers are copied as plain ones. GUI thread.
#include <QString>

class QLabel;

namespace jitterscope {

/// As other programs read it: "12 345" with its thin space is "12345", the blank before a unit an ordinary one, the
/// sign of "−3" a hyphen.
QString copied_text(QString words);

/// The label's words may be marked by the mouse and copied, by keys, by its menu, or by the middle button elsewhere.
void let_copy(QLabel* label);

}  // namespace jitterscope
