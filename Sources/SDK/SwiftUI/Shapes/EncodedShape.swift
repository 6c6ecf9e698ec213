// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A shape in its tree form: the outline, and whether and how it is stroked and trimmed.
struct EncodedShape {
  /// The `shape` with its `radius` or `commands`.
  var outline: WireObject
  var stroke: StrokeStyle?
  var trim: WireValue?
  /// The distance from the edges of the space. The host knows that space; a path could only use the proposed size.
  var inset: CGFloat = 0

  /// Encodes a shape by its name if the tree has one, or else as its path in the proposed size (VIEW-5).
  init(_ shape: any Shape, in context: ResolveContext) {
    switch shape {
    case let named as any NamedShape:
      self.init(outline: named.outline(in: context))
    case let derived as any DerivedShape:
      self = derived.form(in: context)
    default: self.init(path: shape, in: context)
    }
  }

  /// Encodes a shape as its path in the proposed size.
  init(path shape: any Shape, in context: ResolveContext) {
    let path = shape.path(in: CGRect(origin: .zero, size: context.proposal))
    self.init(outline: ["shape": "path", "commands": path.commands(in: context)])
  }

  private init(outline: WireObject) { self.outline = outline }
}

/// A shape that has a name in the tree.
nonisolated protocol NamedShape: Shape {
  func outline(in context: ResolveContext) -> WireObject
}

/// A shape that changes how another shape is drawn.
private nonisolated protocol DerivedShape: Shape {
  func form(in context: ResolveContext) -> EncodedShape
}

extension StrokedShape: DerivedShape {
  fileprivate func form(in context: ResolveContext) -> EncodedShape {
    var form = EncodedShape(base, in: context)
    form.stroke = style
    return form
  }
}

extension TrimmedShape: DerivedShape {
  fileprivate func form(in context: ResolveContext) -> EncodedShape {
    var form = EncodedShape(base, in: context)
    form.trim = [context.perMille(start, "trim"), context.perMille(end, "trim")]
    return form
  }
}

extension _InsetShape: DerivedShape {
  fileprivate func form(in context: ResolveContext) -> EncodedShape {
    var form = EncodedShape(base, in: context)
    guard amount >= 0, form.outline["shape"] != "path" else {
      return EncodedShape(path: self, in: context)
    }
    form.inset += amount
    // The corner keeps its centre.
    if case .integer(let radius)? = form.outline["radius"],
      case .integer(let less) = context.thousandths(amount, "corner radius")
    {
      form.outline["radius"] = .integer(max(0, radius - less))
    }
    return form
  }
}

extension AnyShape: DerivedShape {
  fileprivate func form(in context: ResolveContext) -> EncodedShape { EncodedShape(base, in: context) }
}

extension StrokeStyle {
  func wire(paint: WireValue, in context: ResolveContext) -> WireValue {
    if dash.count > 8 { context.session.fail("view.paint", "A line has \(dash.count) dash lengths; the maximum is 8.") }
    return [
      "paint": paint, "width": context.thousandths(lineWidth, "line width"),
      "cap": lineCap == .butt ? nil : .string(lineCap.rawValue),
      "join": lineJoin == .miter ? nil : .string(lineJoin.rawValue),
      "dash": dash.isEmpty ? nil : .array(dash.map { context.thousandths($0, "dash length") }),
    ]
  }
}
