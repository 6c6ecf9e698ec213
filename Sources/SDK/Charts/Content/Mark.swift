// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import SwiftUI

/// A mark in the view tree (VIEW-18).
struct Mark {
  enum Kind: String { case bar, line, area, point, rule, sector }

  var kind: Kind
  var x: Place?
  var y: Double?
  var angle: Double?
  var style: MarkStyle

  /// Creates a mark at two places. The tree's y axis accepts only numbers, so if the number is on the x axis, as in a
  /// horizontal bar chart, the axes are swapped.
  init(_ kind: Kind, x: Place?, y: Place?, style: MarkStyle) {
    self.kind = kind
    self.style = style
    if let number = y?.number {
      (self.x, self.y) = (x, number)
    } else {
      (self.x, self.y) = (y ?? x, x?.number)
    }
    // A rule across the chart has only one place.
    if kind == .rule, y == nil, x != nil { (self.x, self.y) = (x, nil) }
  }

  init(angle: Double, style: MarkStyle) {
    kind = .sector
    self.angle = angle
    self.style = style
  }

  @MainActor
  func wire(in context: ResolveContext) -> WireValue {
    var members: WireObject = ["mark": .string(kind.rawValue)]
    members["x"] = x?.wire(in: context)
    members["y"] = y.map { context.thousandths($0, "chart value") }
    members["angle"] = angle.map { context.thousandths($0, "chart angle") }
    members["series"] = style.series.map { .string($0) }
    if let paint = style.paint {
      members["paint"] = (style.opacity < 1 ? AnyShapeStyle(paint.thinned(by: style.opacity)) : AnyShapeStyle(paint))
        .paint(in: context)
    }
    return .object(members)
  }
}

extension ShapeStyle {
  fileprivate func thinned(by opacity: Double) -> AnyShapeStyle { AnyShapeStyle(self.opacity(opacity)) }
}

extension Place {
  @MainActor
  func wire(in context: ResolveContext) -> WireValue {
    switch self {
    case .category(let name): ["category": .string(name)]
    case .value(let number): ["value": context.thousandths(number, "chart value")]
    case .time(let date): ["time": context.milliseconds(date)]
    }
  }
}
