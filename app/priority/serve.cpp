#include "app/priority/serve.h"

#include <cerrno>

#include "core/base/realtime/class_request.h"

namespace jitterscope::priority {

std::int32_t serve(std::span<const std::byte> message, const Caller& caller) {
  const auto request = ClassRequest::parse(message);
  if (!request) return EINVAL;
  const Handle thread = caller.thread(request->tid);
  if (!thread) return ESRCH;
  if (request->attributes.fifo_or_rr() && !caller.is_guarded()) return EACCES;
  if (!kernel::set(request->tid, request->attributes)) return errno;
  if (caller.is_there(thread)) return 0;
  // It ended in between: should its number be another's already, that one has the default class at least.
  kernel::take_class(request->tid);
  return ESRCH;
}

}  // namespace jitterscope::priority
