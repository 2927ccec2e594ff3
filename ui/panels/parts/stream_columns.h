#pragma once
// What the list of streams says of each stream of a file, column by column. GUI thread.
#include <functional>
#include <vector>

#include <QString>

#include "ui/widgets/row_table.h"

namespace jitterscope {

class QualitySettings;
struct ListedStream;
struct StreamReport;

/// "0x11223344", or a dash where the file tells none.
QString ssrc_of(const StreamReport& report);

/// `at` gives the stream of a row, `is_shown` whether the panels show it; `quality` judges it and outlives the columns.
std::vector<RowColumn> stream_columns(const std::function<const ListedStream&(std::size_t row)>& at,
                                      const std::function<bool(std::size_t row)>& is_shown,
                                      const QualitySettings& quality);

}  // namespace jitterscope
