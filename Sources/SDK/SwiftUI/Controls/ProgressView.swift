// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A view that shows the progress of a task.
public struct ProgressView<Label: View, CurrentValueLabel: View> {
  let extent: ProgressExtent
  let label: Label?
  let currentValueLabel: CurrentValueLabel?
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  public init() { self.init(extent: .none, label: nil, currentValueLabel: nil) }

  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
    self.init(
      extent: value.map { .value(Double($0), total: Double(total)) } ?? .none, label: nil, currentValueLabel: nil)
  }

  /// Creates a bar that shows the remaining time, or with `countsDown: false` the elapsed time.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
    self.init(extent: .interval(timerInterval, countsDown: countsDown), label: nil, currentValueLabel: nil)
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init(@ViewBuilder label: () -> Label) {
    self.init(extent: .none, label: label(), currentValueLabel: nil)
  }

  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
    self.init(
      extent: value.map { .value(Double($0), total: Double(total)) } ?? .none, label: label(), currentValueLabel: nil)
  }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
  public init(_ titleKey: LocalizedStringKey) {
    self.init(extent: .none, label: Text(titleKey), currentValueLabel: nil)
  }

  public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
    self.init(value: value, total: total) { Text(titleKey) }
  }

  @_disfavoredOverload
  public init<V: BinaryFloatingPoint>(_ title: some StringProtocol, value: V?, total: V = 1.0) {
    self.init(value: value, total: total) { Text(title) }
  }
}

extension ProgressView {
  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      extent: value.map { .value(Double($0), total: Double(total)) } ?? .none, label: label(),
      currentValueLabel: currentValueLabel())
  }
}

extension ProgressView {
  public init(
    timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      extent: .interval(timerInterval, countsDown: countsDown), label: label(), currentValueLabel: currentValueLabel())
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
    self.init(extent: .interval(timerInterval, countsDown: countsDown), label: label(), currentValueLabel: nil)
  }
}

extension ProgressView where Label == ProgressViewStyleConfiguration.Label, CurrentValueLabel == _ErasedView {
  /// Creates the progress bar of a style's configuration, for a style to modify.
  public init(_ configuration: ProgressViewStyleConfiguration) {
    self.init(
      extent: configuration.extent, label: configuration.label, currentValueLabel: configuration.currentValueLabel)
  }
}

extension ProgressView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    guard let style = context.environment.progressStyle, !(style is any _SystemProgressViewStyle) else {
      return [node(in: context)]
    }
    let configuration = ProgressViewStyleConfiguration(
      extent: extent, label: label.map { _ErasedView(view: $0) },
      currentValueLabel: currentValueLabel.map { _ErasedView(view: $0) })
    return context.with { $0.progressStyle = nil }.inStack.resolve(style, configuration)
  }

  @MainActor
  private func node(in context: ResolveContext) -> TreeNode {
    var node = TreeNode("progress")
    switch extent {
    case .none: break
    case .value(let value, let total):
      node.members["value"] = context.thousandths(min(max(0, value), total), "progress")
      if total != 1 { node.members["maximum"] = context.thousandths(total, "progress") }
    case .interval(let range, let countsDown):
      if countsDown { node.members["countsDown"] = true }
      node.members["from"] = context.milliseconds(range.lowerBound)
      node.members["to"] = context.milliseconds(range.upperBound)
    }
    let style = context.environment.progressStyle as? any _SystemProgressViewStyle
    node.members["style"] = style?._word.map { .string($0) }
    node.members["label"] = label.flatMap { context.words(of: $0) }
    node.members["current"] = currentValueLabel.map { context.words(of: $0) } ?? remainingTime(in: context)
    context.colour(&node)
    return node
  }

  /// A bar of an interval shows its time, unless the view has a label for it.
  @MainActor
  private func remainingTime(in context: ResolveContext) -> WireValue? {
    guard case .interval(let range, let countsDown) = extent else { return nil }
    return context.words(of: Text(timerInterval: range, countsDown: countsDown))
  }
}

extension ResolveContext {
  /// Gives a meter the tint of its bar and the colour of its texts.
  @MainActor
  func colour(_ meter: inout TreeNode) {
    meter.members["tint"] = environment.tint
    meter.members["paint"] = environment.foreground
  }

  /// The text of a label, because gauges and progress bars can only contain text: a string or, with dates that the host
  /// formats when it draws (VIEW-17), runs.
  @MainActor
  func words(of view: any View) -> WireValue? {
    let texts = inStack.resolve(view).flatMap { Self.texts(in: $0.wire) }
    guard !texts.isEmpty else { return nil }
    let runs = Array(texts.joined(separator: [.words(" ")]))
    let isLive = runs.contains { if case .live = $0 { true } else { false } }
    guard isLive else { return .string(runs.compactMap(\.text).joined()) }
    return .array(runs.filter { $0.text != "" }.map(\.wire))
  }

  /// A run of a meter's label, which has the meter's own style.
  private enum LabelRun {
    case words(String)
    case live(WireObject)

    /// `nil` for a live run, whose text only the host knows.
    var text: String? {
      if case .words(let text) = self { text } else { nil }
    }

    var wire: WireValue {
      switch self {
      case .words(let text): ["text": .string(text)]
      case .live(let object): .object(object)
      }
    }
  }

  /// The runs of each text in a tree.
  private static func texts(in value: WireValue) -> [[LabelRun]] {
    switch value {
    case .array(let list): return list.flatMap(texts)
    case .object(let object):
      if object["kind"] == "text" { return [runs(of: object)] }
      return object.members.flatMap { member in
        ["children", "child"].contains(member.name) ? texts(in: member.value) : []
      }
    default: return []
    }
  }

  private static func runs(of text: WireObject) -> [LabelRun] {
    if case .string(let words)? = text["text"] { return [.words(words)] }
    guard case .array(let list)? = text["runs"] else { return [] }
    return list.map { run in
      guard case .object(let object) = run else { return .words("") }
      if case .string(let words)? = object["text"] { return .words(words) }
      return object["break"] == nil ? .live(object) : .words(" ")
    }
  }
}

/// The extent of progress, if it is known.
enum ProgressExtent {
  case none
  case value(Double, total: Double)
  case interval(ClosedRange<Date>, countsDown: Bool)
}
