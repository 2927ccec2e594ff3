#pragma once
// A program that was given rights by its file (setcap) and loads code that others name.

namespace jitterscope {

/// First in main. Where the program has more rights than who started it, all variables go but a few that name no plugin
/// (what is loaded from such a path would run with these rights), and CAP_SYS_NICE is laid down: classes are had by
/// jitterscope_priority. Where it cannot be laid down the program says so and ends.
void lay_down_file_rights();

}  // namespace jitterscope
