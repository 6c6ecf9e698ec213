// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID

  /// Creates content that is not a view, for other builders.
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

extension ForEach where Content: View {
  public init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Data == [_BoundElement<Base>], ID == Base.Element.ID, Base.Element: Identifiable {
    self.init(
      data: _BoundElement.all(of: data), content: { content($0.binding) }, id: { $0.value.id })
  }

  public init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Data == [_BoundElement<Base>] {
    self.init(
      data: _BoundElement.all(of: data), content: { content($0.binding) }, id: { $0.value[keyPath: id] })
  }
}

/// An element of a collection, with a binding to it.
public struct _BoundElement<Base: MutableCollection> {
  let value: Base.Element
  let binding: Binding<Base.Element>

  /// The elements of a bound collection. An element that was removed reads as its last value.
  static func all(of collection: Binding<Base>) -> [_BoundElement] {
    collection.wrappedValue.indices.map { index in
      let value = collection.wrappedValue[index]
      return _BoundElement(
        value: value,
        binding: Binding(
          get: { collection.wrappedValue.indices.contains(index) ? collection.wrappedValue[index] : value },
          set: { if collection.wrappedValue.indices.contains(index) { collection.wrappedValue[index] = $0 } }))
    }
  }
}

extension ForEach: PrimitiveView where Content: View {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    data.flatMap { element in context.entering(id(element)).resolve(content(element)) }
  }

  package var share: Int { data.count }
}

extension ForEach {
  /// Has no effect, because rows can't be moved or deleted here.
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach { self }

  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach { self }
}
