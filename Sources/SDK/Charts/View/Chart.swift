// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import SwiftUI

/// A chart with axes and a legend. The host chooses scales, axes and colours.
public struct Chart<Content: ChartContent>: View {
  private let content: Content

  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  public init<Data: RandomAccessCollection, Each: ChartContent>(
    _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Each
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Each> {
    self.content = ForEach(data, content: content)
  }

  public init<Data: RandomAccessCollection, ID: Hashable, Each: ChartContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Each
  ) where Content == ForEach<Data, ID, Each> {
    self.content = ForEach(data, id: id, content: content)
  }

  public var body: some View { ChartNode(content: content) }
}

/// The chart's node in the view tree.
private struct ChartNode<Content: ChartContent>: PrimitiveView {
  let content: Content

  func resolve(in context: ResolveContext) -> [TreeNode] {
    let choices = context.environment[ChartChoices.self]
    let marks = content.collected(in: MarkStyle()).map { mark in
      var mark = mark
      if let series = mark.style.series { mark.style.paint = mark.style.paint ?? choices.paints[series] }
      return mark.wire(in: context)
    }
    var node = TreeNode("chart", ["marks": .array(marks)])
    node.members["xAxis"] = choices.xAxis.map { .bool($0) }
    node.members["yAxis"] = choices.yAxis.map { .bool($0) }
    node.members["legend"] = choices.legend.map { .bool($0) }
    return [node]
  }
}

/// The visibility of axes and legend (`nil` lets the host decide) and the colours of series.
struct ChartChoices: EnvironmentKey {
  var xAxis: Bool?
  var yAxis: Bool?
  var legend: Bool?
  var paints: [String: any ShapeStyle] = [:]

  static var defaultValue: ChartChoices { ChartChoices() }
}

extension EnvironmentValues {
  var chartChoices: ChartChoices {
    get { self[ChartChoices.self] }
    set { self[ChartChoices.self] = newValue }
  }
}
