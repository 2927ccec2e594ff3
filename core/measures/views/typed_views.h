#pragma once
// Views by their types: those of tracks for which the snapshot has no field.
#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

namespace jitterscope {

/// Copies share the views.
class TypedViews {
 public:
  /// In place of an earlier one of its type.
  template <typename View>
  void put(View view) {
    auto shared = std::make_shared<const View>(std::move(view));
    for (auto& [type, known] : views_)
      if (type == typeid(View)) return void(known = std::move(shared));
    views_.emplace_back(typeid(View), std::move(shared));
  }
  /// That of `others`, if it has one.
  template <typename View>
  void take(const TypedViews& others) {
    if (auto shared = others.get<View>()) views_.emplace_back(typeid(View), std::move(shared));
  }
  /// Null: not made.
  template <typename View>
  std::shared_ptr<const View> get() const {
    for (const auto& [type, view] : views_)
      if (type == typeid(View)) return std::static_pointer_cast<const View>(view);
    return nullptr;
  }

 private:
  std::vector<std::pair<std::type_index, std::shared_ptr<const void>>> views_;
};

}  // namespace jitterscope
