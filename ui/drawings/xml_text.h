#pragma once
#include <QString>

namespace jitterscope {

/// Characters that XML cannot hold, or that would have the rest of a line read in another order.
inline bool is_no_plain_text(char16_t c) {
  return (c < u' ' && c != u'\t' && c != u'\n') || (c >= 0x7f && c <= 0x9f) || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069) || c >= 0xfffe;
}

/// Text from outside as plain text of XML and HTML, in and outside attributes; what is_no_plain_text() becomes U+FFFD.
inline QString xml_text(QString text) {
  for (QChar& c : text)
    if (is_no_plain_text(c.unicode())) c = QChar::ReplacementCharacter;
  return text.toHtmlEscaped();
}

}  // namespace jitterscope
