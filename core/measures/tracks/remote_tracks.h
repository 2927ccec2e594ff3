#pragma once
// Everything that is measured of one remote participant: the streams that it sends, and what it says of those of this
// end.
#include <memory>

#include "core/events/per_medium.h"
#include "core/measures/tracks/peer_track.h"
#include "core/measures/tracks/streams/received_tracks.h"
#include "core/measures/tracks/streams/stream_succession.h"

namespace jitterscope {

/// Not thread-safe; stays where it was made.
class RemoteTracks {
 public:
  using Streams = StreamSuccession<ReceivedTracks>;

  RemoteTracks(Timestamp call_began, SampleMemory memory, const ReceivedTracks::Listeners& listeners)
      : received_{{Streams(maker(Medium::kAudio, call_began, memory, listeners)),
                   Streams(maker(Medium::kVideo, call_began, memory, listeners))}},
        reports_{{Reports{PeerTrack(call_began), PeerQualityTrack(call_began)},
                  Reports{PeerTrack(call_began), PeerQualityTrack(call_began)}}} {}

  Streams& received(Medium medium) { return received_[medium]; }
  const Streams& received(Medium medium) const { return received_[medium]; }
  template <typename Work>
  void each_received(Work work) {
    for (const Medium medium : kMedia) received_[medium].each(work);
  }

  void add(const PeerSummary& e) { reports_[e.medium].figures.add(e); }
  void add(const PeerPacket& e) { reports_[Medium::kVideo].figures.add(e); }
  void add(const PeerQuality& e) { reports_[e.medium].quality.add(e); }

  ParticipantView view(ParticipantId id, Timestamp now, const AnalysisQuery& query, ViewMaking make) {
    ParticipantView view{id, {}, {}};
    for (const Medium medium : kMedia) {
      view.received[medium] = received_[medium].newest().view(now, query, make);
      if (make(ViewKind::kReported)) view.reported[medium].figures = reports_[medium].figures.view(now);
      if (make(ViewKind::kQuality)) view.reported[medium].quality = reports_[medium].quality.view(now);
    }
    return view;
  }

 private:
  struct Reports {
    PeerTrack figures;
    PeerQualityTrack quality;
  };
  static Streams::Maker maker(Medium medium, Timestamp call_began, SampleMemory memory,
                              const ReceivedTracks::Listeners& listeners) {
    return [=] { return std::make_unique<ReceivedTracks>(medium, call_began, memory, listeners); };
  }

  PerMedium<Streams> received_;
  PerMedium<Reports> reports_;
};

}  // namespace jitterscope
