// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if Pictures
  internal import CCairo

  /// A cairo surface with its context, in points. Only this type and `PictureText` call cairo.
  ///
  /// All coordinates drawn were checked and are finite. A cairo error sets a status that persists, so `png()` reports
  /// it.
  @safe final class PictureCanvas {
    /// Pixels per point.
    let scale: Double
    let width: Int
    let height: Int
    /// The position of the upper left pixel on the outermost canvas.
    private let origin: (x: Double, y: Double)
    /// The number of pixels of the outermost canvas that one pixel represents.
    private let shrink: Double
    // SAFETY: this object alone owns both, from `init` to `deinit`, and uses them on the thread that owns it.
    let surface: OpaquePointer
    let pen: OpaquePointer

    /// - Parameters:
    /// - width: the width in pixels, as is `height`.
    /// - scale: pixels per point.
    convenience init?(width: Int, height: Int, scale: Double) {
      self.init(width: width, height: height, scale: scale, origin: (0, 0), shrink: 1)
    }

    private init?(width: Int, height: Int, scale: Double, origin: (x: Double, y: Double), shrink: Double) {
      let made = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
      guard let made = unsafe made, unsafe cairo_surface_status(made) == CAIRO_STATUS_SUCCESS,
        let pen = unsafe cairo_create(made)
      else {
        unsafe cairo_surface_destroy(made)
        return nil
      }
      (self.width, self.height, self.scale) = (width, height, scale)
      (self.origin, self.shrink) = (origin, shrink)
      unsafe (surface, self.pen) = (made, pen)
      unsafe cairo_scale(pen, scale, scale)
    }

    deinit {
      unsafe cairo_destroy(pen)
      unsafe cairo_surface_destroy(surface)
    }

    func saved<E: Error>(_ draw: () throws(E) -> Void) throws(E) {
      unsafe cairo_save(pen)
      defer { unsafe cairo_restore(pen) }
      try draw()
    }

    func move(by x: Double, _ y: Double) { unsafe cairo_translate(pen, x, y) }
    func stretch(_ x: Double, _ y: Double) { unsafe cairo_scale(pen, x, y) }
    func turn(_ radians: Double) { unsafe cairo_rotate(pen, radians) }

    /// Pixels per unit of the current coordinates, including scales of the drawing.
    var unit: Double {
      var matrix = cairo_matrix_t()
      unsafe cairo_get_matrix(pen, &matrix)
      return abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx).squareRoot()
    }

    /// The area that may still be painted, in points of the current coordinates.
    var clipArea: (x: Double, y: Double, width: Double, height: Double) {
      var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
      unsafe cairo_clip_extents(pen, &left, &top, &right, &bottom)
      return (left, top, max(0, right - left), max(0, bottom - top))
    }

    // MARK: - Outlines

    func begin() { unsafe cairo_new_path(pen) }

    func add(_ step: SymbolPath.Step) {
      switch step {
      case .move(let x, let y): unsafe cairo_move_to(pen, x, y)
      case .line(let x, let y): unsafe cairo_line_to(pen, x, y)
      case .cubic(let a, let b, let c, let d, let e, let f): unsafe cairo_curve_to(pen, a, b, c, d, e, f)
      case .close: unsafe cairo_close_path(pen)
      }
    }

    func clipToPath() {
      unsafe cairo_clip(pen)
      unsafe cairo_new_path(pen)
    }

    func fillPath(evenOdd: Bool = false) {
      unsafe cairo_set_fill_rule(pen, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      unsafe cairo_fill(pen)
    }

    func strokePath(width: Double, cap: StrokeStyle.Cap, join: StrokeStyle.Join, dash: [Double]) {
      unsafe cairo_set_line_width(pen, width)
      let ends =
        switch cap {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
      let corners =
        switch join {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
      unsafe cairo_set_line_cap(pen, ends)
      unsafe cairo_set_line_join(pen, corners)
      // Cairo rejects a dash whose lengths are all 0; elsewhere it means no dash.
      let lengths = dash.contains { $0 > 0 } ? dash : []
      unsafe lengths.withUnsafeBufferPointer { unsafe cairo_set_dash(pen, $0.baseAddress, Int32($0.count), 0) }
      unsafe cairo_stroke(pen)
    }

    // MARK: - Paint

    func use(_ color: RGBA) {
      let (r, g, b, a) = Self.parts(color)
      unsafe cairo_set_source_rgba(pen, r, g, b, a)
    }

    /// The stops are offsets of 0…1.
    func use(linearFrom a: (Double, Double), to b: (Double, Double), _ stops: [(Double, RGBA)]) {
      unsafe use(cairo_pattern_create_linear(a.0, a.1, b.0, b.1), stops)
    }

    func use(radialAt c: (Double, Double), from inner: Double, to outer: Double, _ stops: [(Double, RGBA)]) {
      unsafe use(cairo_pattern_create_radial(c.0, c.1, inner, c.0, c.1, outer), stops)
    }

    private func use(_ pattern: OpaquePointer?, _ stops: [(Double, RGBA)]) {
      defer { unsafe cairo_pattern_destroy(pattern) }
      for (offset, color) in stops {
        let (r, g, b, a) = Self.parts(color)
        unsafe cairo_pattern_add_color_stop_rgba(pattern, offset, r, g, b, a)
      }
      unsafe cairo_set_source(pen, pattern)
    }

    private static func parts(_ color: RGBA) -> (Double, Double, Double, Double) {
      (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
    }

    // MARK: - Layers

    /// A separate canvas over the clip area, with the same coordinates; `nil` if nothing would be visible.
    ///
    /// - Parameters:
    /// - margin: the margin in points, for pixels outside that a blur draws on.
    /// - shrink: the factor by which the layer is coarser, since blurred content needs few pixels.
    func layer(margin: Double = 0, shrink: Double = 1) -> PictureCanvas? {
      let area = clipArea
      guard area.width > 0, area.height > 0 else { return nil }
      var matrix = cairo_matrix_t()
      unsafe cairo_get_matrix(pen, &matrix)
      let corners = [
        (area.x, area.y), (area.x + area.width, area.y), (area.x, area.y + area.height),
        (area.x + area.width, area.y + area.height),
      ].map { corner in
        var (x, y) = corner
        unsafe cairo_matrix_transform_point(&matrix, &x, &y)
        return (x: x, y: y)
      }
      let extra = (margin * scale).rounded(.up)
      let left = max(0, ((corners.map(\.x).min() ?? 0) - extra).rounded(.down))
      let top = max(0, ((corners.map(\.y).min() ?? 0) - extra).rounded(.down))
      let right = min(Double(width), ((corners.map(\.x).max() ?? 0) + extra).rounded(.up))
      let bottom = min(Double(height), ((corners.map(\.y).max() ?? 0) + extra).rounded(.up))
      guard right > left, bottom > top,
        let layer = PictureCanvas(
          width: Int(((right - left) / shrink).rounded(.up)), height: Int(((bottom - top) / shrink).rounded(.up)),
          scale: scale / shrink, origin: (left, top), shrink: shrink)
      else { return nil }
      matrix.xx /= shrink
      matrix.xy /= shrink
      matrix.yx /= shrink
      matrix.yy /= shrink
      matrix.x0 = (matrix.x0 - left) / shrink
      matrix.y0 = (matrix.y0 - top) / shrink
      unsafe cairo_set_matrix(layer.pen, &matrix)
      return layer
    }

    /// Paints a layer at its original place; `shift` is in points of the current coordinates.
    func put(_ layer: PictureCanvas, opacity: Double = 1, shift: (Double, Double) = (0, 0)) {
      unsafe cairo_save(pen)
      var (dx, dy) = shift
      unsafe cairo_user_to_device_distance(pen, &dx, &dy)
      unsafe cairo_identity_matrix(pen)
      unsafe cairo_translate(pen, layer.origin.x + dx, layer.origin.y + dy)
      unsafe cairo_scale(pen, layer.shrink, layer.shrink)
      unsafe cairo_set_source_surface(pen, layer.surface, 0, 0)
      unsafe cairo_paint_with_alpha(pen, opacity)
      unsafe cairo_restore(pen)
    }

    /// Copies a layer that was created from the same canvas as this one.
    func take(_ layer: PictureCanvas) {
      unsafe cairo_save(pen)
      unsafe cairo_identity_matrix(pen)
      unsafe cairo_translate(pen, (layer.origin.x - origin.x) / shrink, (layer.origin.y - origin.y) / shrink)
      unsafe cairo_scale(pen, layer.shrink / shrink, layer.shrink / shrink)
      unsafe cairo_set_source_surface(pen, layer.surface, 0, 0)
      unsafe cairo_paint(pen)
      unsafe cairo_restore(pen)
    }

    /// Paints everything on the canvas in one colour, keeping its opacity.
    func tint(_ color: RGBA) {
      unsafe cairo_save(pen)
      unsafe cairo_identity_matrix(pen)
      unsafe cairo_reset_clip(pen)
      use(color)
      unsafe cairo_set_operator(pen, CAIRO_OPERATOR_IN)
      unsafe cairo_paint(pen)
      unsafe cairo_restore(pen)
    }

    /// Passes the premultiplied pixels to `change`, one `UInt32` each, with `stride` of them per row.
    func withPixels(_ change: (inout [UInt32], _ stride: Int) -> Void) {
      unsafe cairo_surface_flush(surface)
      let stride = Int(unsafe cairo_image_surface_get_stride(surface)) / 4
      guard let data = unsafe cairo_image_surface_get_data(surface) else { return }
      // SAFETY: an ARGB32 surface has `height` rows of `stride` aligned 32-bit pixels, valid as long as `surface`.
      unsafe data.withMemoryRebound(to: UInt32.self, capacity: stride * height) { pointer in
        let buffer = unsafe UnsafeMutableBufferPointer(start: pointer, count: stride * height)
        var pixels = unsafe Array(buffer)
        change(&pixels, stride)
        _ = unsafe buffer.update(from: pixels)
      }
      unsafe cairo_surface_mark_dirty(surface)
    }
  }
#endif
