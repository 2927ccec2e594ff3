#pragma once
// Files of a recording: of this user alone, new, and where they were asked for.
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

/// Room on a disk that is kept for the end of a recording: when the disk is full, what was recorded can still be put in
/// order. It has no name, so nothing is left of it when the program is killed.
class DiskReserve {
 public:
  /// Takes up to 8 MB in `folder`, half of what is free when that is less. Where that cannot be, there is none.
  void hold(const std::string& folder);
  void release() { file_ = OwnedDescriptor(); }

 private:
  OwnedDescriptor file_;
};

/// A file that is open for reading and writing: what is written goes there, whatever becomes of its name. An empty one
/// is none.
class PrivateFile {
 public:
  PrivateFile() = default;
  explicit PrivateFile(int fd) : file_(fd) {}
  explicit operator bool() const { return static_cast<bool>(file_); }
  int fd() const { return file_.fd(); }
  /// All of them, from `offset` on. False: they could not be written to their end.
  bool write_at(std::int64_t offset, std::string_view bytes) const;

 private:
  OwnedDescriptor file_;
};

/// Creates `path`, readable and writable by its user alone (0600). What is there is never replaced and no link is
/// followed. None: a sentence is in `error`.
PrivateFile create_private_file(const std::string& path, std::string& error);

/// A sentence when others than `user` and root may put files beside `path` in the place of its own (a folder that
/// belongs to somebody else, or is writable for all without the sticky bit): SQLite would take what they put there for
/// its own. Else empty.
std::string why_not_private(const std::string& path, uid_t user = ::geteuid());

/// The file at `path` when it is empty, no link, and this user's under this one name. When others had a right to it,
/// who may have it open, a new one of this user alone takes its place. Else none.
PrivateFile take_empty_file(const std::string& path);

/// Which file was begun, whatever becomes of its name: while it is held no other has its number.
class HeldFile {
 public:
  /// This one from now on.
  void hold(const PrivateFile& file);
  /// What `path` names is that file, and no link to it.
  bool is_at(const std::string& path) const;

 private:
  OwnedDescriptor file_;
};

}  // namespace jitterscope
