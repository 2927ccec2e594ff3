#pragma once
// What a snapshot says of the course of the call: its marks and notices, and what its rings dropped.
#include <cstdint>
#include <string>

namespace jitterscope {

struct RingRow {
  std::string name;
  std::int64_t dropped = 0;
};

struct MarkRow {
  double at_s = 0;
  std::string text;
  bool remote = false;
};  // user marks and setting changes

struct NoticeRow {
  double at_s = 0;
  int severity = 0;
  std::string text;
  std::int64_t number = 0;  // of the call's notices, from 1
};

}  // namespace jitterscope
