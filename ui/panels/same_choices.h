#pragma once
#include <memory>

namespace jitterscope {

class Panel;

/// Chooses in `to` what is chosen in `from`, a panel of the same class over the same view: switches, fields, words
/// typed, rows and order of tables, what plots are zoomed and turned to. Both have been drawn. GUI thread.
void take_choices(Panel& to, const Panel& from);

/// A twin of a panel that has drawn what the panel has, with what is chosen there. Null: it cannot be made.
std::unique_ptr<Panel> drawn_twin(const Panel& shown);

}  // namespace jitterscope
