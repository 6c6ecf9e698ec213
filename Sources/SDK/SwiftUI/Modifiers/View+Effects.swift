// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Pixel effects that the tree can't represent. The view is drawn without them, and each kind is reported once
/// (VIEW-26).
nonisolated extension View {
  public func blendMode(_ blendMode: BlendMode) -> some View { undrawn("blendMode") }
  public func brightness(_ amount: Double) -> some View { undrawn("brightness") }
  public func contrast(_ amount: Double) -> some View { undrawn("contrast") }
  public func saturation(_ amount: Double) -> some View { undrawn("saturation") }
  public func grayscale(_ amount: Double) -> some View { undrawn("grayscale") }
  public func hueRotation(_ angle: Angle) -> some View { undrawn("hueRotation") }
  public func colorInvert() -> some View { undrawn("colorInvert") }
  public func colorMultiply(_ color: Color) -> some View { undrawn("colorMultiply") }
  public func luminanceToAlpha() -> some View { undrawn("luminanceToAlpha") }
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
    perspective: CGFloat = 1
  ) -> some View { undrawn("rotation3DEffect") }
  public func transformEffect(_ transform: CGAffineTransform) -> some View { undrawn("transformEffect") }

  private func undrawn(_ name: String) -> some View {
    noting {
      $0.session.diagnose("view.dropped", "“\(name)” has no counterpart in a tree; the view is drawn without it.")
    }
  }
}

public enum BlendMode: Hashable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker
  case plusLighter
}
