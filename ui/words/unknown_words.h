#pragma once
// Why a figure is a dash: one reason a case, the same in every panel, for the tip of what shows the dash. GUI thread.
#include <QString>

#include "core/events/names.h"
#include "core/measures/views/answers.h"

namespace jitterscope {

struct CallSnapshot;
struct ConditionsView;
struct PeerView;
struct StreamSnapshot;

/// The tip of what shows `text`: where that is or holds a dash, with the reason below.
QString tip_of(const QString& text, const QString& tip, const QString& reason);

QString why_nothing_sent();
QString why_nothing_received(const StreamSnapshot& received);
QString why_no_summary(bool over);  // nothing heard from the remote
QString why_remote_silent();        // its summaries do not hold it
/// "no report from the remote for 12 s": what it told then is not of now any more. Empty: it is.
QString stale_words(const Boxed<PeerView>&);
/// "up to what was sent 4 s ago": so old are the remote's figures of what is sent here, where what they are of took 3 s
/// or more there and back (a long queue). Empty: they are of now, of a call that is over or of a selected time, or
/// there are none.
QString sent_ago_words(const CallSnapshot&, Medium, bool over);
QString why_not_at_sender();  // only where packets arrive it can be told
QString why_too_few();        // of a spread or percentile
/// Of one-way delays of what is received.
QString why_no_delay(const StreamSnapshot& received, const ConditionsView&);

}  // namespace jitterscope
