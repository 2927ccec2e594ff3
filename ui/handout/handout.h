#pragma once
// A page to hand out: what was set in a call, what was measured of it, plots and verdict. Everything in it comes from
// one file.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QByteArray>

#include "core/measures/views/logged_change.h"
#include "core/measures/views/stream_report.h"
#include "core/measures/views/stream_words.h"

namespace jitterscope {

struct CallSnapshot;

struct Handout {
  std::string file;                              // as its user named it
  std::string command;                           // what prints the same figures, and more
  std::string host;                              // this end, as the file names it; empty: it does not
  std::string program;                           // the version that recorded it; empty: not a trace
  std::string made = {};                         // program, date, command and machine of this page, in sentences
  std::string left_out = {};                     // which streams the plots leave out; empty: none
  std::optional<std::int64_t> began_at_ms = {};  // wall clock at second 0, since 1970
  bool whole = true;                             // else from `from_s` to `to_s` alone
  double from_s = 0, to_s = 0;                   // since the call began

  // Of the same streams, in the same order.
  std::vector<StreamReport> reports = {};
  std::vector<StreamWords> words = {};
  std::optional<ChangesOfSpan> changes = {};          // absent: the file does not tell
  std::shared_ptr<const CallSnapshot> snapshot = {};  // of the same span; never null
};

/// The page as HTML that needs nothing else: colours for light and dark screens, light in print. GUI thread.
QByteArray handout_html(const Handout&);
/// The page as PDF, one of A4; empty when it cannot be painted. In the light theme. GUI thread.
QByteArray handout_pdf(const Handout&);

}  // namespace jitterscope
