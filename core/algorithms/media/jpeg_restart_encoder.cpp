// The part of JpegEncoder that needs libjpeg's own interface: TurboJPEG 2 has no parameter for restart markers.
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

#include "core/algorithms/media/jpeg_encoder.h"

namespace jitterscope {
namespace {

struct ErrorExit {
  jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is one to this
  std::jmp_buf jump;
  char text[JMSG_LENGTH_MAX];
};

void leave(j_common_ptr info) {
  auto* exit = reinterpret_cast<ErrorExit*>(info->err);
  exit->manager.format_message(info, exit->text);
  std::longjmp(exit->jump, 1);
}

/// libjpeg's own memory destination would replace a full buffer; this one reports it.
boolean full(j_compress_ptr info) {
  auto* exit = reinterpret_cast<ErrorExit*>(info->err);
  std::snprintf(exit->text, sizeof exit->text, "The JPEG buffer is too small.");
  std::longjmp(exit->jump, 1);
}

void write_to(jpeg_compress_struct& info, jpeg_destination_mgr& destination, JpegBuffer& out) {
  destination.next_output_byte = out.bytes.get();
  destination.free_in_buffer = out.capacity;
  destination.init_destination = [](j_compress_ptr) {};
  destination.empty_output_buffer = full;
  destination.term_destination = [](j_compress_ptr) {};
  info.dest = &destination;
}

/// One row as Y Cb Cr triples; repeated chroma comes out of libjpeg's averaging unchanged.
void interleave(const PictureView& picture, int row, std::uint8_t* triples) {
  const auto* y = picture.planes[0] + row * picture.strides[0];
  const auto* cb = picture.planes[1] + row / 2 * picture.strides[1];
  const auto* cr = picture.planes[2] + row / 2 * picture.strides[2];
  for (int x = 0; x < picture.width; ++x, triples += 3) {
    triples[0] = y[x];
    triples[1] = cb[x / 2];
    triples[2] = cr[x / 2];
  }
}

void compress(jpeg_compress_struct& info, const PictureView& picture, std::uint8_t* triples) {
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    const int row = static_cast<int>(info.next_scanline);
    JSAMPROW line = triples;
    if (picture.format == PixelFormat::kI420)
      interleave(picture, row, triples);
    else
      line = const_cast<JSAMPROW>(picture.planes[0] + row * picture.strides[0]);  // libjpeg only reads it
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
}

}  // namespace

bool JpegEncoder::encode_with_restarts(const PictureView& picture, int quality, Subsampling subsampling,
                                       JpegBuffer& out, int interval) {
  scratch_.resize(static_cast<std::size_t>(picture.width) * 3);
  jpeg_compress_struct info{};
  ErrorExit exit{};
  jpeg_destination_mgr destination{};
  info.err = jpeg_std_error(&exit.manager);
  exit.manager.error_exit = leave;
  if (setjmp(exit.jump)) {  // nothing below owns memory, libjpeg's own is freed here
    jpeg_destroy_compress(&info);
    error_ = exit.text;
    return false;
  }
  const bool planar = picture.format == PixelFormat::kI420;
  jpeg_create_compress(&info);
  write_to(info, destination, out);
  info.image_width = static_cast<JDIMENSION>(picture.width);
  info.image_height = static_cast<JDIMENSION>(picture.height);
  info.input_components = planar ? 3 : 4;
  info.in_color_space = planar ? JCS_YCbCr : JCS_EXT_BGRX;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.comp_info[0].h_samp_factor = 2;
  info.comp_info[0].v_samp_factor = subsampling == Subsampling::k420 ? 2 : 1;
  info.restart_interval = static_cast<unsigned>(interval);
  compress(info, picture, scratch_.data());
  jpeg_destroy_compress(&info);
  out.size = out.capacity - destination.free_in_buffer;
  return true;
}

}  // namespace jitterscope
