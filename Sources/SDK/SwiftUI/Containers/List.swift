// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The parts of a section in a list.
struct ListSection {
  var header: TreeNode?
  var rows: [TreeNode]
  var footer: TreeNode?

  var wire: WireValue {
    ["header": header?.wire, "rows": .array(rows.map(\.wire)), "footer": footer?.wire]
  }
}

/// A container of rows, which may be grouped in sections.
public struct List<Content: View> {
  let content: Content
  var style: String?

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  init(_ content: Content, style: String) {
    self.content = content
    self.style = style
  }

  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    content = ForEach(data, content: rowContent)
  }

  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

extension List {
  public init(selection: Binding<some Hashable>?, @ViewBuilder content: () -> Content) { self.content = content() }

  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<some Hashable>?, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    content = ForEach(data, content: rowContent)
  }

  public init<RowContent: View>(
    _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent> {
    content = ForEach(data, content: rowContent)
  }

  public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
    _ data: Binding<Data>, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  ) where Data.Element: Identifiable, Content == ForEach<[_BoundElement<Data>], Data.Element.ID, RowContent> {
    content = ForEach(data, content: rowContent)
  }
}

extension List: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    var inner = context
    inner.isInList = true
    var sections: [ListSection] = []
    var canExtendLast = false
    for node in inner.resolve(content) {
      if let section = node.section {
        sections.append(section)
      } else if canExtendLast {
        sections[sections.count - 1].rows.append(node)
      } else {
        sections.append(ListSection(rows: [node]))
      }
      canExtendLast = node.section == nil
    }
    let style = style ?? context.environment.listStyle
    return [
      TreeNode(
        "list",
        [
          "style": style == "automatic" ? nil : .string(style),
          "sections": .array(sections.map(\.wire)),
        ])
    ]
  }
}

/// A container of controls in sections, drawn as a list.
public struct Form<Content: View> {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Form: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { List(content, style: "form").resolve(in: context) }
}

public protocol FormStyle {}

public struct _NamedFormStyle: FormStyle {}

extension FormStyle where Self == _NamedFormStyle {
  public static var automatic: Self { Self() }
  public static var grouped: Self { Self() }
  public static var columns: Self { Self() }
}

public protocol ListStyle {
  var _word: String { get }
}

public struct _NamedListStyle: ListStyle {
  public let _word: String
}

public struct DefaultListStyle: ListStyle {
  public let _word = "automatic"
  public init() {}
}

public struct PlainListStyle: ListStyle {
  public let _word = "plain"
  public init() {}
}

public struct GroupedListStyle: ListStyle {
  public let _word = "grouped"
  public init() {}
}

public struct InsetListStyle: ListStyle {
  public let _word = "inset"
  public init() {}
}

public struct InsetGroupedListStyle: ListStyle {
  public let _word = "insetGrouped"
  public init() {}
}

public struct SidebarListStyle: ListStyle {
  public let _word = "sidebar"
  public init() {}
}

extension ListStyle where Self == _NamedListStyle {
  public static var automatic: _NamedListStyle { _NamedListStyle(_word: "automatic") }
  public static var plain: _NamedListStyle { _NamedListStyle(_word: "plain") }
  public static var grouped: _NamedListStyle { _NamedListStyle(_word: "grouped") }
  public static var inset: _NamedListStyle { _NamedListStyle(_word: "inset") }
  public static var insetGrouped: _NamedListStyle { _NamedListStyle(_word: "insetGrouped") }
  public static var sidebar: _NamedListStyle { _NamedListStyle(_word: "sidebar") }
}

nonisolated extension View {
  public func formStyle(_ style: some FormStyle) -> some View { self }

  public func listStyle(_ style: some ListStyle) -> some View {
    let word = style._word
    return changingEnvironment { $0.listStyle = word }
  }
}
