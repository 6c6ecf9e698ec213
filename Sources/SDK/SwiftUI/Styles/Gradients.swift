// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
public import Foundation

/// Colours with their positions.
public struct Gradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    public var color: Color
    public var location: CGFloat

    public init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location
    }
  }

  public var stops: [Stop]

  public init(stops: [Stop]) { self.stops = stops }

  public init(colors: [Color]) {
    let last = CGFloat(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
  }

  /// Has no effect, because the host mixes the channels directly.
  public func colorSpace(_ space: ColorSpace) -> Gradient { self }

  public enum ColorSpace: Hashable, Sendable {
    case device, perceptual
  }

  func wire(_ kind: String, _ members: WireObject, in context: ResolveContext) -> WireValue {
    var gradient = members
    gradient["gradient"] = .string(kind)
    gradient["stops"] = .array(
      stops.map { stop in
        ["paint": stop.color.paint(in: context), "at": context.perMille(stop.location, "gradient stop")]
      })
    if stops.count > 16 { context.session.fail("view.paint", "A gradient has \(stops.count) stops; the limit is 16.") }
    return .object(gradient)
  }
}

extension UnitPoint {
  func wire(in context: ResolveContext) -> WireValue {
    [context.integer(x * 1_000, "unit point"), context.integer(y * 1_000, "unit point")]
  }
}

public struct LinearGradient: PrimitiveStyle {
  let gradient: Gradient
  let startPoint: UnitPoint
  let endPoint: UnitPoint

  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  package func ownPaint(in context: ResolveContext) -> WireValue {
    gradient.wire("linear", ["from": startPoint.wire(in: context), "to": endPoint.wire(in: context)], in: context)
  }
}

public struct RadialGradient: PrimitiveStyle {
  let gradient: Gradient
  let center: UnitPoint
  let startRadius: CGFloat
  let endRadius: CGFloat

  public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.gradient = gradient
    self.center = center
    self.startRadius = startRadius
    self.endRadius = endRadius
  }

  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(stops: stops), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  package func ownPaint(in context: ResolveContext) -> WireValue {
    let members: WireObject = [
      "center": center.wire(in: context), "startRadius": context.thousandths(startRadius, "gradient radius"),
      "endRadius": context.thousandths(endRadius, "gradient radius"),
    ]
    return gradient.wire("radial", members, in: context)
  }
}

public struct AngularGradient: PrimitiveStyle {
  let gradient: Gradient
  let center: UnitPoint
  let startAngle: Angle
  let endAngle: Angle

  public init(
    gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)
  ) {
    self.gradient = gradient
    self.center = center
    self.startAngle = startAngle
    self.endAngle = endAngle
  }

  public init(colors: [Color], center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)) {
    self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
  }

  public init(
    stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)
  ) {
    self.init(gradient: Gradient(stops: stops), center: center, startAngle: startAngle, endAngle: endAngle)
  }

  /// Creates a gradient of one full turn that starts at `angle`.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle) {
    self.init(gradient: gradient, center: center, startAngle: angle, endAngle: angle + .degrees(360))
  }

  public init(colors: [Color], center: UnitPoint, angle: Angle) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }

  public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle) {
    self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
  }

  package func ownPaint(in context: ResolveContext) -> WireValue {
    let members: WireObject = [
      "center": center.wire(in: context), "startAngle": context.thousandths(startAngle.degrees, "angle"),
      "endAngle": context.thousandths(endAngle.degrees, "angle"),
    ]
    return gradient.wire("angular", members, in: context)
  }
}

/// A gradient from the centre to the edge, drawn as a radial gradient of half the proposed size.
public struct EllipticalGradient: PrimitiveStyle {
  let gradient: Gradient
  let center: UnitPoint
  let startFraction: CGFloat
  let endFraction: CGFloat

  public init(
    gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
  ) {
    self.gradient = gradient
    self.center = center
    startFraction = startRadiusFraction
    endFraction = endRadiusFraction
  }

  public init(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(
      gradient: Gradient(colors: colors), center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }

  package func ownPaint(in context: ResolveContext) -> WireValue {
    let side = min(10_000, max(context.proposal.width, context.proposal.height))
    return RadialGradient(
      gradient: gradient, center: center, startRadius: startFraction * side, endRadius: endFraction * side
    ).ownPaint(in: context)
  }
}

extension EllipticalGradient: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { Rectangle().fill(self).nodes(in: context) }
}

extension LinearGradient: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { Rectangle().fill(self).nodes(in: context) }
}

extension RadialGradient: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { Rectangle().fill(self).nodes(in: context) }
}

extension AngularGradient: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { Rectangle().fill(self).nodes(in: context) }
}

extension Material: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { Rectangle().fill(self).nodes(in: context) }
}

extension Gradient: ShapeStyle {
  /// A gradient as a style runs from top to bottom.
  public func resolve(in environment: EnvironmentValues) -> LinearGradient {
    LinearGradient(gradient: self, startPoint: .top, endPoint: .bottom)
  }
}
