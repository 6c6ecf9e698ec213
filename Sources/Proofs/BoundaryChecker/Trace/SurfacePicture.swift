// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// A surface without its text: shapes, colours, sizes and pictures. It may show the person anything, and a camera can read
/// what it shows. That is no leak to the developer, so the report names it as what it is.
struct SurfacePicture: Hashable, Sendable {
  private let rest: WireValue
  /// The number of equal shapes that differ in colour only: cells of a code.
  let cells: Int

  init(_ surface: WireValue) {
    rest = Self.withoutText(surface)
    var fills: [WireValue: Set<WireValue>] = [:]
    var counts: [WireValue: Int] = [:]
    Self.visit(rest) { shape in
      guard shape["kind"] == "shape" else { return }
      var plain = shape
      plain["fill"] = nil
      let key = WireValue.object(plain)
      fills[key, default: []].insert(shape["fill"] ?? .null)
      counts[key, default: 0] += 1
    }
    let codes = counts.filter { (2...4).contains(fills[$0.key]?.count ?? 0) && $0.value >= Self.fewestCells }
    cells = codes.values.max() ?? 0
  }

  /// A picture of eight by eight cells is the smallest that counts as a code.
  private static let fewestCells = 64

  private static func withoutText(_ value: WireValue) -> WireValue {
    switch value {
    case .object(let object):
      var result = WireObject()
      for member in object.members where member.name != "text" && member.name != "runs" {
        result[member.name] = withoutText(member.value)
      }
      return .object(result)
    case .array(let elements): return .array(elements.map(withoutText))
    case .null, .bool, .integer, .string: return value
    }
  }

  private static func visit(_ value: WireValue, _ body: (WireObject) -> Void) {
    switch value {
    case .object(let object):
      body(object)
      for member in object.members { visit(member.value, body) }
    case .array(let elements): for element in elements { visit(element, body) }
    case .null, .bool, .integer, .string: break
    }
  }
}

/// How often the pictures of one point's surfaces followed what the programs were shown.
struct PictureCount: Sendable {
  var surfaces = 0
  var differ = 0
  var cells = 0

  mutating func add(_ one: WireValue, _ other: WireValue) {
    surfaces += 1
    let (left, right) = (SurfacePicture(one), SurfacePicture(other))
    guard left != right else { return }
    differ += 1
    cells = max(cells, left.cells, right.cells)
  }

  mutating func add(_ other: PictureCount) {
    surfaces += other.surfaces
    differ += other.differ
    cells = max(cells, other.cells)
  }

  /// The sentence of the report; `nil` if no picture follows what is shown.
  func sentence(of point: ExtensionPoint) -> String? {
    guard differ > 0 else { return nil }
    let often = "in \(differ) of \(surfaces) pairs"
    guard cells > 0 else {
      return "the surface of \(point.rawValue) draws shapes or colours that follow what it was shown (\(often)); a "
        + "surface may show the person anything, and a camera can read it"
    }
    return
      "the surface of \(point.rawValue) is a machine-readable picture of up to \(cells) cells that codes what it was "
      + "shown (\(often)); a surface may show the person anything, and a camera can read it"
  }
}
