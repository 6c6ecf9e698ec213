// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID

  /// For content that is no view: what builds it knows more.
  package init(_ data: Data, id: KeyPath<Data.Element, ID>, making content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content) { $0[keyPath: id] }
  }

  init(data: Data, content: @escaping (Data.Element) -> Content, id: @escaping (Data.Element) -> ID) {
    self.data = data
    self.content = content
    self.id = id
  }
}

extension ForEach: View where Content: View {}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content) { $0.id }
  }
}

extension ForEach where Content: View {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content) { $0[keyPath: id] }
  }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.init(data: data, content: content) { $0 }
  }
}

extension ForEach: PrimitiveView where Content: View {
  package func resolve(in context: ResolveContext) -> [ViewNode] {
    data.flatMap { element in context.entering(id(element)).resolve(content(element)) }
  }

  package var share: Int { data.count }
}

extension ForEach {
  /// Rows of a report or a window can't be moved or deleted here: accepted, without effect.
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach { self }

  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach { self }
}
