#pragma once

namespace jitterscope {

/// Makes Qt's camera pipelines of this process hand on each picture as it comes. Left alone, the video sink of Qt's
/// GStreamer backend waits for a picture's stamp and throws away those more than 5 ms late but one a second; a camera
/// whose stamps lag by a constant (decoding its JPEG is in no latency GStreamer is told of) then gives one picture a
/// second for the whole call. Acts on pipelines made after it; a second call, or another backend, does nothing. Any
/// thread, once Qt has loaded the backend (QMediaDevices has been asked something).
void keep_late_pictures();

}  // namespace jitterscope
