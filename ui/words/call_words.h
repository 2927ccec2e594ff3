#pragma once
// What the window says of the course of a call: who asks whom for what, and who is not heard.
#include <QString>

#include "ui/session_port.h"

namespace jitterscope {

/// What the remote asks to set here first, and what a yes covers beside it; empty = it asks for nothing.
QString consent_question(const CallState&);
/// "Asked Room 204 for C: waiting", of the setting of that name; empty = the remote has answered.
QString waiting_words(const CallState&, std::string_view name);
/// Behind what was asked for: nothing for this end, ", asked of the remote", ", at both ends".
QString whose_words(End);
/// How long the remote has not been heard; empty = it is.
QString unheard_words(const CallState&);

}  // namespace jitterscope
