#include "core/call/session/settings_json.h"

#include <nlohmann/json.hpp>

namespace jitterscope {

std::string settings_json(const CallSettings& settings) {
  nlohmann::ordered_json priorities = nlohmann::ordered_json::object();
  for (const auto& [role, setting] : settings.priorities)
    priorities[std::string(to_string(role))] = setting.to_string();
  const nlohmann::ordered_json json{
      {"video", settings.video.to_string()},
      {"audio", settings.audio.to_string()},
      {"fps", settings.frames_per_second ? nlohmann::ordered_json(*settings.frames_per_second) : nullptr},
      {"jpeg_quality", settings.jpeg_quality},
      {"subsampling", settings.subsampling == Subsampling::k420 ? "4:2:0" : "4:2:2"},
      {"loss_policy", settings.loss_policy == LossPolicy::kStripes ? "stripes" : "discard"},
      {"discard_late_frames", settings.discard_late_frames},
      {"block_size", settings.block_size},
      {"audio_block", settings.audio_block},
      {"shaping", settings.shaping.to_string()},
      {"priority", priorities},
      {"playout_audio", settings.playout[Medium::kAudio].to_string()},
      {"playout_video", settings.playout[Medium::kVideo].to_string()},
      {"lip_sync", settings.lip_sync},
      {"spin_us", settings.spin.us()},
      {"link", settings.link.to_string()},
      {"background", settings.background.to_string()},
      {"cpu_load", settings.cpu_load},
      {"receive_processor",
       settings.receive_processor ? nlohmann::ordered_json(*settings.receive_processor) : nlohmann::ordered_json()},
      {"video_load", settings.video_load},
      {"rate_control", settings.rate_control.to_string()},
      {"transport", to_string(settings.transport)},
  };
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace jitterscope
