// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension TreeDecoder {
  mutating func modifier(_ value: WireValue, at pointer: String, depth: Int) throws(ViewFault) -> ViewModifier {
    var reader = try MemberReader(value, at: pointer)
    guard let name = try reader.string("apply") else { throw ViewFault("schema", at: pointer, "lacks “apply”") }
    let modifier = try modifier(name, &reader, depth: depth)
    try reader.finish()
    return modifier
  }

  private mutating func modifier(
    _ name: String, _ reader: inout MemberReader, depth: Int
  ) throws(ViewFault) -> ViewModifier {
    switch name {
    case "padding":
      guard let edges = try integers(&reader, "edges", count: 4, in: lengths) else {
        throw ViewFault("schema", at: reader.pointer, "lacks “edges”")
      }
      return .padding(top: edges[0], leading: edges[1], bottom: edges[2], trailing: edges[3])
    case "frame": return .frame(try frame(&reader))
    case "fixed": return .fixed(try axes(&reader) ?? Axis.allCases)
    case "aspect":
      let ratio = try reader.integer("ratio", in: 1...1_000_000)
      return .aspect(ratio: ratio, fit: try reader.word("fit", of: ViewNode.ImageContent.Fit.self) ?? .fit)
    case "priority": return .priority(try number(&reader, "value", in: Self.values))
    case "background", "overlay":
      let node = try child(&reader, "node", depth: depth)
      let align = try alignment(&reader, of: Alignment.boxes)
      return name == "background" ? .background(node, align) : .overlay(node, align)
    case "clip": return .clip(try shapeForm(&reader))
    case "mask": return .mask(try shapeForm(&reader))
    case "opacity": return .opacity(try number(&reader, "value", in: 0...1_000))
    case "offset": return .offset(try spot(&reader, in: lengths))
    case "position": return .position(try spot(&reader, in: lengths))
    case "rotate": return .rotate(try number(&reader, "angle", in: -36_000_000...36_000_000))
    case "scale": return .scale(try spot(&reader, in: -10_000...10_000))
    case "shadow":
      let paint = try paint(&reader, "paint")
      let radius = try number(&reader, "radius", in: positiveLengths)
      let x = try reader.integer("x", in: lengths) ?? 0
      return .shadow(paint: paint, radius: radius, offset: LayoutPoint(x, try reader.integer("y", in: lengths) ?? 0))
    case "blur": return .blur(try number(&reader, "radius", in: 0...50_000))
    default: throw ViewFault("schema", at: reader.path("apply"), "is not a modifier")
    }
  }

  private func number(_ reader: inout MemberReader, _ name: String, in range: ClosedRange<Int>) throws(ViewFault)
    -> Int
  {
    guard let number = try reader.integer(name, in: range) else {
      throw ViewFault("schema", at: reader.pointer, "lacks “\(name)”")
    }
    return number
  }

  private func spot(_ reader: inout MemberReader, in range: ClosedRange<Int>) throws(ViewFault) -> LayoutPoint {
    LayoutPoint(try number(&reader, "x", in: range), try number(&reader, "y", in: range))
  }

  private func frame(_ reader: inout MemberReader) throws(ViewFault) -> ViewModifier.Frame {
    var frame = ViewModifier.Frame()
    frame.width = try reader.integer("width", in: positiveLengths)
    frame.height = try reader.integer("height", in: positiveLengths)
    frame.minWidth = try reader.integer("minWidth", in: positiveLengths)
    frame.idealWidth = try reader.integer("idealWidth", in: positiveLengths)
    frame.maxWidth = try maximum(&reader, "maxWidth")
    frame.minHeight = try reader.integer("minHeight", in: positiveLengths)
    frame.idealHeight = try reader.integer("idealHeight", in: positiveLengths)
    frame.maxHeight = try maximum(&reader, "maxHeight")
    frame.align = try alignment(&reader, of: Alignment.boxes)
    return frame
  }

  private func maximum(_ reader: inout MemberReader, _ name: String) throws(ViewFault) -> ViewModifier.Frame.Maximum? {
    if reader.value(name) == .string("fill") { return .fill }
    return try reader.integer(name, in: positiveLengths).map { .length($0) }
  }
}
