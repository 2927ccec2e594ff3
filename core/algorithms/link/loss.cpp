#include "core/algorithms/link/loss.h"

namespace jitterscope::link {

bool Loss::next(const LinkSetting& setting) {
  bool lost = random_.happens(setting.loss);
  if (const auto& model = setting.gilbert_elliott) {
    lost = random_.happens(bad_ ? model->bad_loss : model->good_loss) || lost;
    if (random_.happens(bad_ ? model->r : model->p)) bad_ = !bad_;
  }
  return lost;
}

}  // namespace jitterscope::link
