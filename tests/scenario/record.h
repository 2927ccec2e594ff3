#pragma once
// A record is an entry of the log: an event with whose it is.
#include "core/events/event.h"
#include "core/events/identity.h"

namespace jitterscope {

/// Trivially copyable.
struct Record {
  Timestamp time;             // local: when it happened
  ParticipantId participant;  // who sent what it tells of; of a report, a setting or a thread: whose it is
  StreamId stream;            // of which it tells; none: of no single one, or of one that has not begun
  Event event;
};
static_assert(std::is_trivially_copyable_v<Record>);

}  // namespace jitterscope
