// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if Pictures
  internal import CCairo

  /// Draws single lines with pango, each stretched to the width that layout measured (VIEW-29), so that the machine's
  /// fonts affect the look of glyphs but not the positions of words.
  @safe final class PictureText {
    // SAFETY: this object alone owns the layout and the descriptions, and frees them in `deinit`.
    private let layout: OpaquePointer
    private var fonts: [ResolvedFont: OpaquePointer]

    init?(_ canvas: PictureCanvas) {
      guard let layout = unsafe pango_cairo_create_layout(canvas.pen) else { return nil }
      unsafe self.layout = layout
      unsafe fonts = [:]
      let options = unsafe cairo_font_options_create()
      defer { unsafe cairo_font_options_destroy(options) }
      // Hinting moves glyphs to whole pixels, which would change the fitted width.
      unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      unsafe pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
      unsafe pango_context_set_round_glyph_positions(pango_layout_get_context(layout), 0)
      unsafe pango_layout_set_single_paragraph_mode(layout, 1)
      unsafe pango_layout_set_auto_dir(layout, 0)
    }

    deinit {
      unsafe fonts.values.forEach { unsafe pango_font_description_free($0) }
      unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Draws `line` with the current paint of `canvas`.
    func draw(_ line: TextLine, on canvas: PictureCanvas) {
      let direction = line.direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      unsafe pango_context_set_base_dir(pango_layout_get_context(layout), direction)
      unsafe pango_layout_context_changed(layout)
      unsafe pango_layout_set_font_description(layout, description(line.font))
      unsafe pango_layout_set_text(layout, line.text, Int32(line.text.utf8.count))
      unsafe pango_layout_set_attributes(layout, nil)
      if line.font.monospacedDigit || line.font.kern != 0 { setAttributes(line.font) }
      guard let set = unsafe pango_layout_get_line_readonly(layout, 0) else { return }
      var logical = PangoRectangle()
      unsafe pango_layout_line_get_extents(set, nil, &logical)
      let natural = Double(logical.width) / Double(PANGO_SCALE)
      let wanted = Double(line.width) / 1_000
      canvas.saved {
        canvas.move(by: Double(line.x) / 1_000, Double(line.baseline) / 1_000)
        if natural > 0, wanted > 0 { canvas.stretch(min(max(wanted / natural, 0.3), 3), 1) }
        unsafe cairo_move_to(canvas.pen, 0, 0)
        unsafe pango_cairo_show_layout_line(canvas.pen, set)
      }
    }

    private func setAttributes(_ font: ResolvedFont) {
      let list = unsafe pango_attr_list_new()
      if font.monospacedDigit { unsafe pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
      if font.kern != 0 {
        let spacing = Int32(clamping: font.kern * Int(PANGO_SCALE) / 1_000)
        unsafe pango_attr_list_insert(list, pango_attr_letter_spacing_new(spacing))
      }
      unsafe pango_layout_set_attributes(layout, list)
      unsafe pango_attr_list_unref(list)
    }

    private func description(_ font: ResolvedFont) -> OpaquePointer? {
      if let known = unsafe fonts[font] { return unsafe known }
      guard let made = unsafe pango_font_description_new() else { return nil }
      unsafe pango_font_description_set_family(made, FontFamily.list(font.design, size: font.size))
      unsafe pango_font_description_set_absolute_size(made, Double(font.size) / 1_000 * Double(PANGO_SCALE))
      unsafe pango_font_description_set_weight(made, PangoWeight(rawValue: UInt32(FontFamily.weight(font.weight))))
      if font.italic { unsafe pango_font_description_set_style(made, PANGO_STYLE_ITALIC) }
      unsafe fonts[font] = made
      return unsafe made
    }
  }
#endif
