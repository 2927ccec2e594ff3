#pragma once
#include <QString>

namespace jitterscope {

/// Text from outside as plain text of XML and HTML, in and outside attributes; characters that XML cannot hold become
/// U+FFFD.
inline QString xml_text(QString text) {
  for (QChar& c : text)
    if (c < QChar(' ') && c != '\t' && c != '\n') c = QChar::ReplacementCharacter;
  return text.toHtmlEscaped();
}

}  // namespace jitterscope
