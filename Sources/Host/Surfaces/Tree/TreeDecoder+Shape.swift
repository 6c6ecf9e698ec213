// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension TreeDecoder {
  mutating func shape(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.ShapeContent {
    let form = try shapeForm(&reader)
    let fill = try paint(&reader, "fill")
    var stroke: ViewNode.ShapeContent.Stroke?
    if let value = reader.value("stroke") { stroke = try self.stroke(value, at: reader.path("stroke")) }
    let trim = try integers(&reader, "trim", count: 2, in: 0...1_000)
    return .init(form: form, fill: fill, stroke: stroke, trim: trim)
  }

  /// Decodes `shape` with its `radius` or `commands`, as in a shape node, a clip or a mask.
  mutating func shapeForm(_ reader: inout MemberReader) throws(ViewFault) -> ShapeForm {
    guard let word = try reader.string("shape") else { throw ViewFault("schema", at: reader.pointer, "lacks “shape”") }
    switch word {
    case "rectangle": return .rectangle
    case "circle": return .circle
    case "capsule": return .capsule
    case "ellipse": return .ellipse
    case "container": return .container
    case "rounded": return .rounded(radius: try reader.integer("radius", in: positiveLengths) ?? 0)
    case "path":
      guard
        let list = try reader.array("commands", atMost: limits.pathCommandsPerShape, code: "view.path")
      else { throw ViewFault("schema", at: reader.pointer, "lacks “commands”") }
      return .path(try commands(list, at: reader.path("commands")))
    default: throw ViewFault("schema", at: reader.path("shape"), "is not a shape")
    }
  }

  private mutating func commands(_ list: [WireValue], at pointer: String) throws(ViewFault) -> [PathCommand] {
    pathCommands += list.count
    guard pathCommands <= limits.pathCommandsPerTree else {
      throw ViewFault("view.path", at: pointer, "makes more than \(limits.pathCommandsPerTree) path commands in all")
    }
    var commands: [PathCommand] = []
    for (place, value) in list.enumerated() {
      let command = try command(value, at: "\(pointer)/\(place)")
      if place == 0 {
        guard case .move = command else { throw ViewFault("schema", at: "\(pointer)/0", "is not a move") }
      }
      pathSegments += command.segments
      commands.append(command)
    }
    guard pathSegments <= limits.pathSegments else {
      throw ViewFault("view.layout", at: pointer, "makes more than \(limits.pathSegments) segments in all")
    }
    return commands
  }

  private func command(_ value: WireValue, at pointer: String) throws(ViewFault) -> PathCommand {
    let list = try MemberReader.array(value, at: pointer, atMost: 7, code: "schema")
    guard case .string(let verb)? = list.first else { throw ViewFault("schema", at: pointer, "is not a command") }
    var numbers: [Int] = []
    for (place, value) in list.enumerated().dropFirst() {
      numbers.append(try MemberReader.integer(value, at: "\(pointer)/\(place)", in: lengths))
    }
    let spots = stride(from: 0, to: numbers.count - 1, by: 2).map { LayoutPoint(numbers[$0], numbers[$0 + 1]) }
    switch (verb, numbers.count) {
    case ("M", 2): return .move(spots[0])
    case ("L", 2): return .line(spots[0])
    case ("Q", 4): return .quadratic(spots[0], spots[1])
    case ("C", 6): return .cubic(spots[0], spots[1], spots[2])
    case ("Z", 0): return .close
    default: throw ViewFault("schema", at: pointer, "is not a command")
    }
  }

  private func stroke(_ value: WireValue, at pointer: String) throws(ViewFault) -> ViewNode.ShapeContent.Stroke {
    var reader = try MemberReader(value, at: pointer)
    let paint = try paint(&reader, "paint") ?? .named(.primary)
    var style = StrokeStyle(width: try reader.integer("width", in: positiveLengths) ?? 1_000)
    style.cap = try reader.word("cap", of: StrokeStyle.Cap.self) ?? .butt
    style.join = try reader.word("join", of: StrokeStyle.Join.self) ?? .miter
    if let list = try reader.array("dash", atMost: limits.dashLengths, code: "view.paint") {
      for (place, value) in list.enumerated() {
        style.dash.append(
          try MemberReader.integer(value, at: "\(pointer)/dash/\(place)", in: positiveLengths))
      }
    }
    try reader.finish()
    return .init(paint: paint, style: style)
  }
}
