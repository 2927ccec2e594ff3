#include "core/call/session/endpoint.h"

#include <utility>

#include "core/call/session/endpoint_session.h"

namespace jitterscope {

Endpoint::Endpoint(EndpointOptions options, DeviceHost* devices, ConditionsHost* conditions)
    : session_(std::make_unique<EndpointSession>(std::move(options), devices, conditions)) {}

Endpoint::~Endpoint() = default;

void Endpoint::post(Command command) {
  session_->post(std::move(command));
}

EndpointView Endpoint::view() const {
  return session_->view();
}

std::shared_ptr<const CallSnapshot> Endpoint::snapshot() const {
  return session_->snapshot();
}

void Endpoint::set_interests(Interests interests) {
  session_->set_interests(std::move(interests));
}

ViewCounts Endpoint::views_made() const {
  return session_->views_made();
}

const PublishedLevel& Endpoint::microphone_level() const {
  return session_->microphone_level();
}

const PublishedLevel& Endpoint::speaker_level() const {
  return session_->speaker_level();
}

void Endpoint::note_shown(std::int64_t frame, Timestamp shown) {
  session_->note_shown(frame, shown);
}

LatestValue<VideoFrame>& Endpoint::remote_picture() {
  return session_->remote_picture();
}

LatestValue<VideoFrame>& Endpoint::local_picture() {
  return session_->local_picture();
}

DescriptorBell& Endpoint::picture_bell() {
  return session_->picture_bell();
}

}  // namespace jitterscope
