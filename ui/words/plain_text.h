#pragma once
// Text from outside (a name, a notice, a path) is shown as it came: a label without a format of its own is plain, and
// so is every tooltip. Qt would guess, and load what the text names. No word of it makes the window wider.
class QApplication;

namespace jitterscope {

/// Before the first widget; once more does nothing. GUI thread.
void keep_text_plain(QApplication&);

}  // namespace jitterscope
