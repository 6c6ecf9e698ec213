// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Checks an untrusted tree in one pass before layout: types, words, limits and counts (VIEW-19).
struct TreeDecoder {
  let context: ViewContext
  var limits: ViewLimits { context.limits }

  var nodes = 0
  var pathCommands = 0
  var pathSegments = 0
  var taps = 0
  var decodedImageBytes = 0
  let missing = MissingAssets()

  init(context: ViewContext) { self.context = context }

  var lengths: ClosedRange<Int> { -limits.length...limits.length }
  var positiveLengths: ClosedRange<Int> { 0...limits.length }
  /// Chart and meter values, in thousandths.
  static let values = -1_000_000_000_000...1_000_000_000_000

  mutating func root(_ value: WireValue) throws(ViewFault) -> ViewNode {
    var reader = try MemberReader(value, at: "")
    let kind = try reader.string("kind")
    guard context.point == .widget else {
      if kind == "widget" { throw ViewFault("schema", at: "/kind", "is a widget's root in another surface") }
      return try node(value, at: "", depth: 1)
    }
    guard kind == "widget" else { throw ViewFault("schema", at: "/kind", "is not “widget”, which a widget's root is") }
    let index = try countNode(at: "", depth: 1)
    let url = try reader.string("url")
    if let url {
      try URLPolicy.check(url, at: "/url", context: context)
      try countTap(at: "/url")
    }
    let margins = try integers(&reader, "margins", count: 4, in: positiveLengths)
    let child = try node(reader.required("child"), at: "/child", depth: 2)
    var background: ViewNode?
    if let value = reader.value("background") { background = try node(value, at: "/background", depth: 2) }
    try reader.finish()
    var root = ViewNode(.widget(.init(child: child, url: url, background: background, margins: margins)))
    root.index = index
    return root
  }

  mutating func node(_ value: WireValue, at pointer: String, depth: Int) throws(ViewFault) -> ViewNode {
    let index = try countNode(at: pointer, depth: depth)
    var reader = try MemberReader(value, at: pointer)
    guard let kind = try reader.string("kind") else { throw ViewFault("schema", at: pointer, "lacks “kind”") }
    let isMeter = kind == "progress" || kind == "gauge"
    var node = ViewNode(.empty)
    node.index = index
    if !isMeter { node.label = try reader.text("label", limit: limits.labelBytes, code: "view.label") }
    node.isHidden = try reader.bool("hidden") ?? false
    node.isSensitive = try reader.bool("sensitive") ?? false
    node.isInvalidatable = try reader.bool("invalidatable") ?? false
    node.content = try content(kind, &reader, depth: depth)
    if let list = try reader.array("modifiers", atMost: limits.modifiers, code: "view.modifiers") {
      for (place, value) in list.enumerated() {
        node.modifiers.append(try modifier(value, at: "\(pointer)/modifiers/\(place)", depth: depth))
      }
    }
    try reader.finish()
    return node
  }

  mutating func children(_ reader: inout MemberReader, depth: Int, limit: Int? = nil) throws(ViewFault) -> [ViewNode] {
    guard let list = try reader.array("children", atMost: limit ?? limits.children, code: "view.children") else {
      throw ViewFault("schema", at: reader.pointer, "lacks “children”")
    }
    return try nodes(list, at: reader.path("children"), depth: depth)
  }

  mutating func nodes(_ list: [WireValue], at pointer: String, depth: Int) throws(ViewFault) -> [ViewNode] {
    var result: [ViewNode] = []
    for (place, value) in list.enumerated() {
      result.append(try node(value, at: "\(pointer)/\(place)", depth: depth + 1))
    }
    return result
  }

  mutating func child(_ reader: inout MemberReader, _ name: String, depth: Int) throws(ViewFault) -> ViewNode {
    try node(reader.required(name), at: reader.path(name), depth: depth + 1)
  }

  mutating func optionalChild(_ reader: inout MemberReader, _ name: String, depth: Int) throws(ViewFault) -> ViewNode? {
    guard let value = reader.value(name) else { return nil }
    return try node(value, at: reader.path(name), depth: depth + 1)
  }

  mutating func countTap(at pointer: String) throws(ViewFault) {
    taps += 1
    guard taps <= limits.taps else {
      throw ViewFault("view.taps", at: pointer, "is one tap area too many; \(limits.taps) are allowed")
    }
  }

  /// Decodes a list of exactly `count` integers, such as the four edges of a padding.
  func integers(
    _ reader: inout MemberReader, _ name: String, count: Int, in range: ClosedRange<Int>
  ) throws(ViewFault) -> [Int]? {
    guard let value = reader.value(name) else { return nil }
    let pointer = reader.path(name)
    let list = try MemberReader.array(value, at: pointer, atMost: count, code: "schema")
    guard list.count == count else { throw ViewFault("schema", at: pointer, "does not have \(count) numbers") }
    var numbers: [Int] = []
    for (place, value) in list.enumerated() {
      numbers.append(try MemberReader.integer(value, at: "\(pointer)/\(place)", in: range))
    }
    return numbers
  }

  func alignment(
    _ reader: inout MemberReader, of words: [Alignment]
  ) throws(ViewFault) -> Alignment? {
    guard let word = try reader.word("align", of: Alignment.self) else { return nil }
    guard words.contains(word) else {
      throw ViewFault("schema", at: reader.path("align"), "is not one of its words")
    }
    return word
  }

  func extent(_ reader: inout MemberReader, _ name: String) throws(ViewFault) -> Extent {
    var frame = try MemberReader(reader.required(name), at: reader.path(name))
    let width = try frame.integer("width", in: positiveLengths)
    let height = try frame.integer("height", in: positiveLengths)
    try frame.finish()
    guard let width, let height else { throw ViewFault("schema", at: frame.pointer, "lacks a width or a height") }
    return Extent(width, height)
  }

  private mutating func countNode(at pointer: String, depth: Int) throws(ViewFault) -> Int {
    guard depth <= limits.depth else {
      throw ViewFault("view.depth", at: pointer, "is nested deeper than \(limits.depth) nodes")
    }
    nodes += 1
    guard nodes <= limits.nodes else {
      throw ViewFault("view.nodes", at: pointer, "is one node too many; \(limits.nodes) are allowed")
    }
    return nodes - 1
  }
}

/// The names of pictures and colours that the family's assets lack, in one tree.
final class MissingAssets {
  private(set) var names: Set<String> = []

  func note(_ name: String) { names.insert(name) }
}
