// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Shows its first content; the title becomes the window's heading.
public struct NavigationStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder root: () -> Content) { content = root() }

  public var body: some View { content }
}

/// The older name of `NavigationStack`.
public struct NavigationView<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}

/// Drawn as its label: a window has one page.
public struct NavigationLink<Label: View, Destination: View>: View {
  let label: Label

  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) { self.label = label() }

  public init(destination: Destination, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label }
}

extension NavigationLink where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) { label = Text(titleKey) }

  public init(_ titleKey: LocalizedStringKey, destination: Destination) { label = Text(titleKey) }
}

/// Shows its first content.
public struct TabView<Content: View> {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public init(selection: Binding<some Hashable>, @ViewBuilder content: () -> Content) { self.content = content() }
}

extension TabView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [ViewNode] {
    Array(context.inStack.resolve(content).prefix(1))
  }
}

nonisolated extension View {
  public func tabItem(@ViewBuilder _ label: () -> some View) -> some View { self }
}

/// Drawn open.
public struct DisclosureGroup<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }

  public var body: some View {
    VStack(alignment: .leading) {
      label
      content
    }
  }
}

extension DisclosureGroup where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    label = Text(titleKey)
    self.content = content()
  }
}

/// A titled box.
public struct GroupBox<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }

  public var body: some View {
    VStack(alignment: .leading) {
      label.font(.headline)
      content
    }.padding().background(Material.thin).cornerRadius(8)
  }
}

extension GroupBox where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    label = Text(titleKey)
    self.content = content()
  }
}

extension GroupBox where Label == EmptyView {
  public init(@ViewBuilder content: () -> Content) {
    label = EmptyView()
    self.content = content()
  }
}
