// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A shape as the tree spells it: the outline, and whether it is a line and how much of it.
struct EncodedShape {
  /// `shape` with `radius` or `commands`.
  var outline: WireObject
  var stroke: StrokeStyle?
  var trim: WireValue?
  /// How far it stays from the edges of its space. The host knows that space, a path would only know what was proposed.
  var inset: CGFloat = 0

  /// Shapes the tree has a word for keep it; of all others the path in the proposed size is taken (VIEW-5).
  init(_ shape: any Shape, in context: ResolveContext) {
    switch shape {
    case let named as any NamedShape:
      self.init(outline: named.outline(in: context))
    case let derived as any DerivedShape:
      self = derived.form(in: context)
    default: self.init(path: shape, in: context)
    }
  }

  /// Its path in the proposed size.
  init(path shape: any Shape, in context: ResolveContext) {
    let path = shape.path(in: CGRect(origin: .zero, size: context.proposal))
    self.init(outline: ["shape": "path", "commands": path.commands(in: context)])
  }

  private init(outline: WireObject) { self.outline = outline }
}

/// A shape with a word of its own.
nonisolated protocol NamedShape: Shape {
  func outline(in context: ResolveContext) -> WireObject
}

/// A shape that changes how another one is drawn.
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
    if dash.count > 8 { context.session.fail("view.paint", "A line has \(dash.count) dash lengths; 8 are possible.") }
    return [
      "paint": paint, "width": context.thousandths(lineWidth, "line width"),
      "cap": lineCap == .butt ? nil : .string(lineCap.rawValue),
      "join": lineJoin == .miter ? nil : .string(lineJoin.rawValue),
      "dash": dash.isEmpty ? nil : .array(dash.map { context.thousandths($0, "dash length") }),
    ]
  }
}
