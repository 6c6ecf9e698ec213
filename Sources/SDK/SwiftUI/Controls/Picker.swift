// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A control for choosing a value. It is drawn with the chosen value.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
  let selection: Binding<SelectionValue>
  let content: Content
  let label: Label

  public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
  }
}

extension Picker {
  public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker where Label == Text {
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }

  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(titleKey) }
  }
}

extension Picker: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let showsLabel = !context.environment.hidesLabels
    let row = HStack {
      if showsLabel {
        label
        Spacer()
      }
      _Chosen(content: content, tag: AnyHashable(selection.wrappedValue)).foregroundStyle(.secondary)
    }
    return context.inStack.resolve(row)
  }
}

/// The view whose tag matches, among several. Elements of `ForEach` match by their ID.
struct _Chosen<Content: View> {
  let content: Content
  let tag: AnyHashable
}

extension _Chosen: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    chosen(in: content).map { context.resolve($0) } ?? []
  }

  private func chosen(in view: any View) -> (any View)? {
    switch view {
    case let tagged as any TaggedView: tagged.anyTag == tag ? view : nil
    case let parent as any ParentView:
      parent.childViews.lazy.compactMap { $0.tag == tag ? $0.view : chosen(in: $0.view) }.first
    default: nil
    }
  }
}

private protocol TaggedView {
  var anyTag: AnyHashable { get }
}

extension Tagged: TaggedView {
  fileprivate var anyTag: AnyHashable { tag }
}

private protocol ParentView {
  var childViews: [(tag: AnyHashable?, view: any View)] { get }
}

extension TupleView: ParentView {
  fileprivate var childViews: [(tag: AnyHashable?, view: any View)] { children.map { (nil, $0) } }
}

extension ForEach: ParentView where Content: View {
  fileprivate var childViews: [(tag: AnyHashable?, view: any View)] {
    data.map { (AnyHashable(id($0)), content($0)) }
  }
}
