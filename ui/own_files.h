#pragma once
// Files that the program keeps by itself, in folders of its own: they tell whom its user calls, so they are its user's
// alone (0600, folders 0700) whatever the mask of the process. Files that the user names are none of these.
#include <QString>

namespace jitterscope {

/// Makes `folder` and those above it that are missing, or takes the rights of others from one that is there and the
/// user's own. What cannot be done is found out by whoever writes there. A link is left as it is, and what it leads to.
void make_own_folder(const QString& folder);

/// The same of a file and the folder that it is in; a new file is empty.
void make_own_file(const QString& path);

}  // namespace jitterscope
