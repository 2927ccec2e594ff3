#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>

#include "app/doctor/checks.h"
#include "app/provenance/system_facts.h"

namespace jitterscope::doctor {

std::vector<Figure> machine_facts() {
  utsname names{};
  uname(&names);
  double load = 0;
  const bool load_known = getloadavg(&load, 1) == 1;
  const std::int64_t memory = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  return {{"system", known(system_name()), ""},
          {"kernel", std::string(names.release), ""},
          {"architecture", std::string(names.machine), ""},
          {"processor", known(field_of("/proc/cpuinfo", "model name")), ""},
          {"cores", std::int64_t{sysconf(_SC_NPROCESSORS_ONLN)}, ""},
          {"memory", memory, "bytes"},
          {"load", load_known ? Value(load) : Value(), ""},
          {"virtual", is_virtual(), ""},
          {"user", std::string(geteuid() == 0 ? "root" : "ordinary"), ""}};
}

}  // namespace jitterscope::doctor
