// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

/// A type that consists of chart marks.
@MainActor @preconcurrency
public protocol ChartContent {
  associatedtype Body: ChartContent
  @ChartContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ChartContent {}

/// Chart content that produces its own marks.
@MainActor
protocol PrimitiveChartContent: ChartContent where Body == Never {
  func marks(in style: MarkStyle) -> [Mark]
}

extension PrimitiveChartContent {
  public var body: Never { preconditionFailure("A mark has no body.") }
}

extension ChartContent {
  /// The marks, with the styles of the enclosing content applied.
  func collected(in style: MarkStyle) -> [Mark] {
    if let primitive = self as? any PrimitiveChartContent { return primitive.marks(in: style) }
    return body.collected(in: style)
  }
}

/// The style that modifiers set for the marks within them.
struct MarkStyle {
  var paint: (any ShapeStyle)?
  var series: String?
  var opacity = 1.0
}

@resultBuilder
public struct ChartContentBuilder {
  public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
  @MainActor @preconcurrency
  public static func buildBlock() -> some ChartContent { MarkList(parts: []) }
  public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }
  @MainActor @preconcurrency
  public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content) -> some ChartContent {
    var parts: [any ChartContent] = []
    repeat parts.append(each content)
    return MarkList(parts: parts)
  }
  @MainActor @preconcurrency
  public static func buildIf(_ content: (some ChartContent)?) -> some ChartContent {
    MarkList(parts: content.map { [$0] } ?? [])
  }
  @MainActor @preconcurrency
  public static func buildEither(first content: some ChartContent) -> AnyChartContent { AnyChartContent(content) }
  @MainActor @preconcurrency
  public static func buildEither(second content: some ChartContent) -> AnyChartContent { AnyChartContent(content) }
  @MainActor @preconcurrency
  public static func buildLimitedAvailability(_ content: some ChartContent) -> AnyChartContent {
    AnyChartContent(content)
  }
}

/// Type-erased chart content.
public struct AnyChartContent: PrimitiveChartContent {
  private let content: any ChartContent

  public init(_ content: some ChartContent) { self.content = content }

  func marks(in style: MarkStyle) -> [Mark] { content.collected(in: style) }
}

struct MarkList: PrimitiveChartContent {
  let parts: [any ChartContent]

  func marks(in style: MarkStyle) -> [Mark] { parts.flatMap { $0.collected(in: style) } }
}

extension ForEach: ChartContent where Content: ChartContent {}

extension ForEach: PrimitiveChartContent where Content: ChartContent {
  func marks(in style: MarkStyle) -> [Mark] { data.flatMap { content($0).collected(in: style) } }
}

extension ForEach where ID == Data.Element.ID, Content: ChartContent, Data.Element: Identifiable {
  public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, making: content)
  }
}

extension ForEach where Content: ChartContent {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content
  ) { self.init(data, id: id, making: content) }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: ChartContent {
  public init(_ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> Content) {
    self.init(data, id: \.self, making: content)
  }
}
