#pragma once
// Files of a recording: of this user alone, new, and where they were asked for.
#include <sys/types.h>
#include <unistd.h>

#include <string>

namespace jitterscope {

/// Creates `path`, readable and writable by its user alone (0600). What is there is never replaced and no link is
/// followed. Empty: done; else a sentence.
std::string create_private_file(const std::string& path);

/// A sentence when others may put files beside `path` in the place of its own (a folder that is writable for all,
/// without the sticky bit): SQLite would take what they put there for its own. Else empty.
std::string why_not_private(const std::string& path, uid_t user = ::geteuid());

/// True when `path` is an empty file and no link; it is this user's alone then.
bool take_empty_file(const std::string& path);

/// Which file was begun, whatever becomes of its name: while it is held no other has its number.
class HeldFile {
 public:
  HeldFile() = default;
  ~HeldFile();
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;
  /// The file at `path` from now on, if there is one.
  void hold(const std::string& path);
  /// What `path` names is that file, and no link to it.
  bool is_at(const std::string& path) const;

 private:
  int fd_ = -1;
};

}  // namespace jitterscope
