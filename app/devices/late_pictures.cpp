#include "app/devices/late_pictures.h"

#include <mutex>
#include <string_view>

#include <glib-object.h>

namespace jitterscope {
namespace {

// An emission hook of GstBin's "element-added": (bin, element).
gboolean on_element_added(GSignalInvocationHint*, guint count, const GValue* values, gpointer) {
  if (count < 2 || !G_VALUE_HOLDS_OBJECT(&values[1])) return TRUE;
  GObject* element = G_OBJECT(g_value_get_object(&values[1]));
  if (element && std::string_view(G_OBJECT_TYPE_NAME(element)) == "QGstVideoRendererSink")
    g_object_set(element, "sync", FALSE, nullptr);
  return TRUE;  // stay
}

}  // namespace

void keep_late_pictures() {
  static std::once_flag once;
  const GType bin = g_type_from_name("GstBin");
  if (bin == G_TYPE_INVALID) return;  // another backend
  std::call_once(once, [bin] {
    g_type_class_unref(g_type_class_ref(bin));  // signals exist from a class's first use
    if (const guint added = g_signal_lookup("element-added", bin))
      g_signal_add_emission_hook(added, 0, on_element_added, nullptr, nullptr);
  });
}

}  // namespace jitterscope
