#include "app/doctor/checks.h"

#include <linux/capability.h>
#include <unistd.h>

#include "app/doctor/system_facts.h"
#include "core/base/net/network_namespace.h"

namespace jitterscope::doctor {

Check check_link_rights() {
  std::string error;
  const bool root = geteuid() == 0, ip = command_exists("ip"), tc = command_exists("tc");
  const bool namespaces = NetworkNamespace::create(error).has_value();
  Check check{"links.rights", "Rights for kernel links", {}};
  check.figures = {{"root", root, ""},
                   {"net_admin", has_capability(CAP_NET_ADMIN), ""},
                   {"ip", ip, ""},
                   {"tc", tc, ""},
                   {"network_namespaces", namespaces, ""}};
  if (namespaces && ip && tc) return check;
  check.verdict = Verdict::kMissing;
  if (!ip || !tc) check.remedy = "Install the package iproute2 (commands `ip` and `tc`). ";
  if (!namespaces && !root) check.remedy += "Start as root for path=kernel. ";
  if (!namespaces && root) check.remedy += "This root may not make network namespaces (a container?): start outside. ";
  check.remedy += "The emulated link (--link without path=kernel) needs no rights.";
  return check;
}

}  // namespace jitterscope::doctor
