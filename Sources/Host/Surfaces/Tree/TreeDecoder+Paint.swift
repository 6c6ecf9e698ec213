// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension TreeDecoder {
  /// Unit points may lie outside their box, by at most ten times its size.
  private static let units = -10_000...10_000

  func paint(_ reader: inout MemberReader, _ name: String) throws(ViewFault) -> Paint? {
    guard let value = reader.value(name) else { return nil }
    return try paint(value, at: reader.path(name))
  }

  func paint(_ value: WireValue, at pointer: String) throws(ViewFault) -> Paint {
    guard case .object = value else { return .color(try color(value, at: pointer)) }
    var reader = try MemberReader(value, at: pointer)
    if reader.has("color") { return .color(try color(value, at: pointer)) }
    let paint: Paint
    if let asset = try reader.text("asset", limit: 128) {
      // As on a phone, a colour that the family does not have is clear (VIEW-15).
      if context.assets.colors[asset] == nil { missing.note(asset) }
      paint = context.assets.colors[asset] == nil ? .named(.clear) : .asset(asset)
    } else if let material = try reader.word("material", of: Paint.Material.self) {
      paint = .material(material)
    } else {
      paint = .gradient(try gradient(&reader))
    }
    try reader.finish()
    return paint
  }

  private func color(_ value: WireValue, at pointer: String) throws(ViewFault) -> NamedColor {
    if case .string(let text) = value { return NamedColor(try colorValue(text, at: pointer)) }
    var reader = try MemberReader(value, at: pointer)
    guard let text = try reader.string("color") else { throw ViewFault("schema", at: pointer, "is not a colour") }
    let color = NamedColor(
      try colorValue(text, at: reader.path("color")), opacity: try reader.integer("opacity", in: 0...1_000) ?? 1_000)
    try reader.finish()
    return color
  }

  private func colorValue(_ text: String, at pointer: String) throws(ViewFault) -> NamedColor.Value {
    if let rgba = RGBA(wire: text) { return .rgba(rgba) }
    if let name = ColorName(rawValue: text) { return .named(name) }
    throw ViewFault("schema", at: pointer, "is neither #rrggbbaa in lower case nor a colour word")
  }

  private func gradient(_ reader: inout MemberReader) throws(ViewFault) -> Gradient {
    guard let kind = try reader.string("gradient") else {
      throw ViewFault("schema", at: reader.pointer, "is not a paint")
    }
    let list = try reader.array("stops", atMost: limits.gradientStops, code: "view.paint") ?? []
    guard !list.isEmpty else { throw ViewFault("schema", at: reader.pointer, "lacks “stops”") }
    var stops: [Gradient.Stop] = []
    for (place, value) in list.enumerated() {
      var stop = try MemberReader(value, at: "\(reader.pointer)/stops/\(place)")
      let color = try color(stop.required("paint"), at: stop.path("paint"))
      guard let at = try stop.integer("at", in: 0...1_000) else {
        throw ViewFault("schema", at: stop.pointer, "lacks “at”")
      }
      try stop.finish()
      stops.append(.init(color: color, at: at))
    }
    let form: Gradient.Form
    switch kind {
    case "linear": form = .linear(from: try unit(&reader, "from"), to: try unit(&reader, "to"))
    case "radial":
      form = .radial(
        center: try unit(&reader, "center"), startRadius: try reader.integer("startRadius", in: positiveLengths) ?? 0,
        endRadius: try reader.integer("endRadius", in: positiveLengths) ?? 0)
    case "angular":
      let turns = -3_600_000...3_600_000
      form = .angular(
        center: try unit(&reader, "center"), startAngle: try reader.integer("startAngle", in: turns) ?? 0,
        endAngle: try reader.integer("endAngle", in: turns) ?? 360_000)
    default: throw ViewFault("schema", at: reader.path("gradient"), "is not linear, radial or angular")
    }
    return Gradient(form: form, stops: stops)
  }

  private func unit(_ reader: inout MemberReader, _ name: String) throws(ViewFault) -> LayoutPoint {
    guard let pair = try integers(&reader, name, count: 2, in: Self.units) else {
      throw ViewFault("schema", at: reader.pointer, "lacks “\(name)”")
    }
    return LayoutPoint(pair[0], pair[1])
  }
}
