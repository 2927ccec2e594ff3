#include "tests/unit/call/session/two_sessions.h"

#include "core/measures/views/log_rows.h"

namespace jitterscope {

bool marked(const Endpoint& session, const std::string& text, bool remote) {
  const auto now = session.snapshot();
  return now && std::ranges::any_of(now->marks,
                                    [&](const MarkRow& mark) { return mark.text == text && mark.remote == remote; });
}

bool noticed(const Endpoint& session, const std::string& words) {
  const auto now = session.snapshot();
  return now && std::ranges::any_of(now->notices,
                                    [&](const NoticeRow& row) { return row.text.find(words) != std::string::npos; });
}

}  // namespace jitterscope
