// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A container that arranges views in a column.
public struct VStack<Content: View> {
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension VStack: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let spacing = spacing ?? context.narrowSpacing
    let count = CGFloat(max(1, ResolveContext.share(of: content)))
    let length = (context.proposal.height - (count - 1) * (spacing ?? 8)) / count
    let inner = context.proposing(CGSize(width: context.proposal.width, height: length))
    return [context.stack("vstack", inner.inStack.resolve(content), align: alignment.word, spacing: spacing)]
  }
}

extension ResolveContext {
  /// The default spacing of rows in the accessory sizes of widgets, where three lines of text fit; `nil` elsewhere.
  fileprivate var narrowSpacing: CGFloat? { environment.widgetFamilyIndex >= Self.firstAccessory ? 1 : nil }

  /// The index of the first accessory size in WidgetKit's `WidgetFamily`.
  private static let firstAccessory = 4
}

/// A container that arranges views in a row.
public struct HStack<Content: View> {
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension HStack: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let count = CGFloat(max(1, ResolveContext.share(of: content)))
    let length = (context.proposal.width - (count - 1) * (spacing ?? 8)) / count
    let inner = context.proposing(CGSize(width: length, height: context.proposal.height))
    return [context.stack("hstack", inner.inStack.resolve(content), align: alignment.word, spacing: spacing)]
  }
}

/// A container that overlays views.
public struct ZStack<Content: View> {
  let alignment: Alignment
  let content: Content

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }
}

extension ZStack: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    [context.stack("zstack", context.inStack.resolve(content), align: alignment.word, spacing: nil)]
  }
}

/// A container that arranges views in a column. Like `VStack`, it draws all views.
public struct LazyVStack<Content: View>: View {
  let stack: VStack<Content>

  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) {
    stack = VStack(alignment: alignment, spacing: spacing, content: content)
  }

  public var body: some View { stack }
}

/// A container that arranges views in a row. Like `HStack`, it draws all views.
public struct LazyHStack<Content: View>: View {
  let stack: HStack<Content>

  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) {
    stack = HStack(alignment: alignment, spacing: spacing, content: content)
  }

  public var body: some View { stack }
}

public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

extension ResolveContext {
  /// The context for views that are not direct children of a list.
  var inStack: ResolveContext {
    var copy = self
    copy.isInList = false
    return copy
  }

  func stack(_ kind: String, _ children: [TreeNode], align: String, spacing: CGFloat?) -> TreeNode {
    TreeNode(
      kind,
      [
        "align": align == "center" ? nil : .string(align),
        "spacing": spacing.map { thousandths($0, "spacing") },
        "children": .array(children.map(\.wire)),
      ])
  }
}
