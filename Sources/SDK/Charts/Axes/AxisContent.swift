// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftUI

/// The content of an axis. The host draws axes in its own way; custom content only determines whether there is an axis.
public protocol AxisContent {}

/// A mark at a value of an axis.
public protocol AxisMark {}

struct EmptyAxisContent: AxisContent {}

@resultBuilder
public struct AxisContentBuilder {
  public static func buildBlock() -> some AxisContent { EmptyAxisContent() }
  public static func buildBlock<each Content: AxisContent>(_ content: repeat each Content) -> some AxisContent {
    AxisMarks()
  }
  public static func buildIf(_ content: (some AxisContent)?) -> some AxisContent { AxisMarks() }
  public static func buildEither(first content: some AxisContent) -> AxisMarks { AxisMarks() }
  public static func buildEither(second content: some AxisContent) -> AxisMarks { AxisMarks() }
}

@resultBuilder
public struct AxisMarkBuilder {
  public static func buildBlock<each Content: AxisMark>(_ content: repeat each Content) -> some AxisMark {
    AxisGridLine()
  }
  public static func buildIf(_ content: (some AxisMark)?) -> some AxisMark { AxisGridLine() }
  public static func buildEither(first content: some AxisMark) -> AxisGridLine { AxisGridLine() }
  public static func buildEither(second content: some AxisMark) -> AxisGridLine { AxisGridLine() }
}

public struct AxisMarks: AxisContent {
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, stroke: StrokeStyle? = nil
  ) {}

  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) {}

  public init<Value: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
    stroke: StrokeStyle? = nil
  ) {}

  /// - Parameter content: A closure that is not called, because the host chooses the values.
  public init<Content: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping (AxisValue) -> Content
  ) {}

  public init<Value: Plottable, Content: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
    @AxisMarkBuilder content: @escaping (AxisValue) -> Content
  ) {}

  public init<Content: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping () -> Content
  ) {}

  public init<Format: FormatStyle>(
    format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
  ) {}

  public init<Value: Plottable, Format: FormatStyle>(
    format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
    stroke: StrokeStyle? = nil
  ) {}
}

public struct AxisGridLine: AxisMark {
  public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
}

public struct AxisTick: AxisMark {
  public init(centered: Bool? = nil, length: CGFloat? = nil, stroke: StrokeStyle? = nil) {}
}

public struct AxisValueLabel: AxisMark {
  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) {}

  public init<Format: FormatStyle>(
    format: Format, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) {}

  public init(_ label: Text, centered: Bool? = nil, anchor: UnitPoint? = nil) {}

  public init(_ labelKey: LocalizedStringKey, centered: Bool? = nil, anchor: UnitPoint? = nil) {}

  @_disfavoredOverload
  public init(_ label: some StringProtocol, centered: Bool? = nil, anchor: UnitPoint? = nil) {}

  public init<Content: View>(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}

extension AxisMark {
  public func foregroundStyle(_ style: some ShapeStyle) -> some AxisMark { self }
  public func font(_ font: Font?) -> some AxisMark { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark { self }
}

/// A value that an axis marks.
public struct AxisValue {
  public let index: Int
  public let count: Int

  public func `as`<Value: Plottable>(_ type: Value.Type) -> Value? { nil }
}

public enum AxisMarkPreset: Sendable { case automatic, aligned, extended, inset }
public enum AxisMarkPosition: Sendable { case automatic, bottom, leading, top, trailing }
public enum AxisValueLabelCollisionResolution: Sendable { case automatic, disabled, greedy, truncate }
public enum AxisValueLabelOrientation: Sendable { case automatic, horizontal, vertical, verticalReversed }

/// The values that an axis marks.
public struct AxisMarkValues: Sendable {
  public static var automatic: AxisMarkValues { AxisMarkValues() }
  public static func automatic(desiredCount: Int? = nil, roundLowerBound: Bool? = nil) -> AxisMarkValues {
    AxisMarkValues()
  }
  public static func automatic(
    minimumStride: Double, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues { AxisMarkValues() }
  public static func stride(
    by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
    calendar: Calendar? = nil
  ) -> AxisMarkValues { AxisMarkValues() }
  public static func stride<Step: BinaryFloatingPoint>(
    by stepSize: Step, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues { AxisMarkValues() }
}
