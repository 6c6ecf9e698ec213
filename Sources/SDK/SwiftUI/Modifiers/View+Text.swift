// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

nonisolated extension View {
  public func font(_ font: Font?) -> some View { changingEnvironment { $0.font = font } }

  public func fontWeight(_ weight: Font.Weight?) -> some View { changingText { $0.weight = weight } }

  public func fontDesign(_ design: Font.Design?) -> some View { changingText { $0.design = design } }

  public func bold(_ isActive: Bool = true) -> some View { changingText { $0.weight = isActive ? .bold : nil } }

  public func italic(_ isActive: Bool = true) -> some View { changingText { $0.italic = isActive } }

  public func monospaced(_ isActive: Bool = true) -> some View {
    changingText { $0.design = isActive ? .monospaced : nil }
  }

  public func monospacedDigit() -> some View { changingText { $0.monospacedDigit = true } }

  public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
    changingText { $0.underline = isActive }
  }

  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
    changingText { $0.strike = isActive }
  }

  public func kerning(_ kerning: CGFloat) -> some View { changingText { $0.kern = kerning } }

  public func tracking(_ tracking: CGFloat) -> some View { changingText { $0.kern = tracking } }

  public func textCase(_ textCase: Text.Case?) -> some View { changingEnvironment { $0.textCase = textCase } }

  public func lineLimit(_ number: Int?) -> some View { changingEnvironment { $0.lineLimit = number } }

  public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lineLimit(limit.upperBound) }

  public func minimumScaleFactor(_ factor: CGFloat) -> some View {
    changingEnvironment { $0.minimumScaleFactor = factor }
  }

  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    changingEnvironment { $0.multilineTextAlignment = alignment }
  }

  public func fontWidth(_ width: Font.Width?) -> some View { self }

  public func baselineOffset(_ baselineOffset: CGFloat) -> some View { self }

  public func underline(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern, color: Color? = nil
  ) -> some View { underline(isActive, color: color) }

  public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern, color: Color? = nil
  ) -> some View { strikethrough(isActive, color: color) }

  public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lineLimit(limit.upperBound) }

  public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { self }

  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lineLimit(limit) }

  /// Has no effect, because the host uses its own line spacing.
  public func lineSpacing(_ lineSpacing: CGFloat) -> some View { self }

  public func allowsTightening(_ flag: Bool) -> some View { self }

  public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }

  private func changingText(_ change: @escaping (inout TextTraits) -> Void) -> some View {
    changingEnvironment { change(&$0.textStyle) }
  }
}
