// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A navigation stack, of which only the root is shown. Its title becomes the heading of the window.
public struct NavigationStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder root: () -> Content) { content = root() }

  public init(path: Binding<some Any>, @ViewBuilder root: () -> Content) { content = root() }

  public var body: some View { content }
}

/// The path of a navigation stack. A window always shows the root.
public struct NavigationPath: Equatable {
  public private(set) var count = 0
  public var isEmpty: Bool { count == 0 }

  public init() {}

  public mutating func append(_ value: some Hashable) { count += 1 }

  public mutating func removeLast(_ k: Int = 1) { count = max(0, count - k) }
}

/// A navigation with columns, of which only the first is shown.
public struct NavigationSplitView<Sidebar: View, Detail: View>: View {
  let sidebar: Sidebar

  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) { self.sidebar = sidebar() }

  public var body: some View { sidebar }
}

/// The older name of `NavigationStack`.
public struct NavigationView<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}

/// A link to another page, drawn as its label because a window has only one page.
public struct NavigationLink<Label: View, Destination: View>: View {
  let label: Label

  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) { self.label = label() }

  public init(destination: Destination, @ViewBuilder label: () -> Label) { self.label = label() }

  public init(
    destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label
  ) { self.label = label() }

  public var body: some View { label }
}

extension NavigationLink where Destination == Never {
  public init(value: (some Hashable)?, @ViewBuilder label: () -> Label) { self.label = label() }
}

extension NavigationLink where Label == Text, Destination == Never {
  public init(_ titleKey: LocalizedStringKey, value: (some Hashable)?) { label = Text(titleKey) }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, value: (some Hashable)?) { label = Text(title) }
}

extension NavigationLink where Label == Text {
  @_disfavoredOverload
  public init(_ title: some StringProtocol, destination: Destination) { label = Text(title) }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) { label = Text(title) }

  public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) { label = Text(titleKey) }

  public init(_ titleKey: LocalizedStringKey, destination: Destination) { label = Text(titleKey) }
}

/// A view with tabs, of which only the first is shown.
public struct TabView<Content: View> {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public init(selection: Binding<some Hashable>?, @ViewBuilder content: () -> Content) { self.content = content() }
}

extension TabView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    Array(context.inStack.resolve(content).prefix(1))
  }
}

nonisolated extension View {
  public func tabItem(@ViewBuilder _ label: () -> some View) -> some View { self }
  public func tabViewStyle(_ style: some TabViewStyle) -> some View { self }
  public func indexViewStyle(_ style: some IndexViewStyle) -> some View { self }
}

public protocol TabViewStyle {}

public struct DefaultTabViewStyle: TabViewStyle {
  public init() {}
}

public struct PageTabViewStyle: TabViewStyle {
  public enum IndexDisplayMode: Sendable {
    case automatic, always, never
  }

  public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
}

extension TabViewStyle where Self == DefaultTabViewStyle {
  public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

extension TabViewStyle where Self == PageTabViewStyle {
  public static var page: PageTabViewStyle { PageTabViewStyle() }
  public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> PageTabViewStyle {
    PageTabViewStyle(indexDisplayMode: indexDisplayMode)
  }
}

public protocol IndexViewStyle {}

public struct PageIndexViewStyle: IndexViewStyle {
  public enum BackgroundDisplayMode: Sendable {
    case automatic, interactive, always, never
  }

  public init(backgroundDisplayMode: BackgroundDisplayMode = .automatic) {}
}

extension IndexViewStyle where Self == PageIndexViewStyle {
  public static var page: PageIndexViewStyle { PageIndexViewStyle() }
  public static func page(backgroundDisplayMode: PageIndexViewStyle.BackgroundDisplayMode) -> PageIndexViewStyle {
    PageIndexViewStyle(backgroundDisplayMode: backgroundDisplayMode)
  }
}
