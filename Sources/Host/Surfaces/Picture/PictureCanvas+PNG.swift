// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if Pictures
  internal import CCairo

  /// The bytes that one of cairo's stream functions reads or writes.
  private final class PNGStream {
    var bytes: [UInt8]
    var position = 0
    init(_ bytes: [UInt8] = []) { self.bytes = bytes }
  }

  extension PictureCanvas {
    /// Encodes the canvas as a PNG file.
    ///
    /// - Throws: `picture.failed` with cairo's error text.
    func png() throws(ViewFault) -> [UInt8] {
      let stream = PNGStream()
      unsafe cairo_surface_flush(surface)
      // SAFETY: `stream` outlives the call, which is the only user of the pointer.
      let status = withExtendedLifetime(stream) {
        unsafe cairo_surface_write_to_png_stream(
          surface,
          { closure, data, length in
            guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
            let stream = unsafe Unmanaged<PNGStream>.fromOpaque(closure).takeUnretainedValue()
            unsafe stream.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
            return CAIRO_STATUS_SUCCESS
          }, Unmanaged.passUnretained(stream).toOpaque())
      }
      let drawn = unsafe cairo_status(pen)
      guard status == CAIRO_STATUS_SUCCESS, drawn == CAIRO_STATUS_SUCCESS else {
        let word = unsafe cairo_status_to_string(status == CAIRO_STATUS_SUCCESS ? drawn : status)
        let name = unsafe word.map { unsafe String(cString: $0) } ?? "no reason given"
        throw ViewFault("picture.failed", at: "", "can't be rendered as a picture: \(name)")
      }
      return stream.bytes
    }

    /// Draws a checked PNG into a box, in points, or its alpha in the colour `stencil`. A PNG that can't be decoded
    /// draws nothing.
    func draw(_ raster: RasterImage, x: Double, y: Double, width: Double, height: Double, stencil: RGBA?) {
      let stream = PNGStream(raster.bytes)
      // SAFETY: as above.
      let image = unsafe withExtendedLifetime(stream) {
        unsafe cairo_image_surface_create_from_png_stream(
          { closure, data, length in
            guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_READ_ERROR }
            let stream = unsafe Unmanaged<PNGStream>.fromOpaque(closure).takeUnretainedValue()
            let end = stream.position + Int(length)
            guard end <= stream.bytes.count else { return CAIRO_STATUS_READ_ERROR }
            for (place, byte) in stream.bytes[stream.position..<end].enumerated() { unsafe data[place] = byte }
            stream.position = end
            return CAIRO_STATUS_SUCCESS
          }, Unmanaged.passUnretained(stream).toOpaque())
      }
      defer { unsafe cairo_surface_destroy(image) }
      guard let image = unsafe image, unsafe cairo_surface_status(image) == CAIRO_STATUS_SUCCESS,
        unsafe cairo_image_surface_get_width(image) == Int32(raster.width),
        unsafe cairo_image_surface_get_height(image) == Int32(raster.height)
      else { return }
      unsafe cairo_save(pen)
      unsafe cairo_translate(pen, x, y)
      unsafe cairo_scale(pen, width / Double(raster.width), height / Double(raster.height))
      if let stencil {
        use(stencil)
        unsafe cairo_mask_surface(pen, image, 0, 0)
      } else {
        unsafe cairo_set_source_surface(pen, image, 0, 0)
        unsafe cairo_paint(pen)
      }
      unsafe cairo_restore(pen)
    }
  }
#endif
