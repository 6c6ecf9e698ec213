// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A menu, drawn as its label. It can't be opened.
public struct Menu<Label: View, Content: View>: View {
  let label: Label

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { self.label = label() }

  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
  ) {
    self.label = label()
  }

  public var body: some View { label.foregroundStyle(.tint) }
}

extension Menu where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { label = Text(titleKey) }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) { label = Text(title) }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
    label = SwiftUI.Label(titleKey, systemImage: systemImage)
  }
}

/// A row of controls.
public struct ControlGroup<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { HStack { content } }
}

/// A button for editing a list. It has no effect, because lists can't be edited here.
public struct EditButton: View {
  public init() {}

  public var body: some View { Text("Edit").foregroundStyle(.tint) }
}

/// A control for sharing an item, drawn as its label.
public struct ShareLink<Label: View>: View {
  let label: Label

  public init(item: some Any, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label.foregroundStyle(.tint) }
}

extension ShareLink where Label == SwiftUI.Label<Text, Image> {
  public init(item: some Any) { label = SwiftUI.Label("Share…", systemImage: "square.and.arrow.up") }

  public init(_ titleKey: LocalizedStringKey, item: some Any) {
    label = SwiftUI.Label(titleKey, systemImage: "square.and.arrow.up")
  }
}

public protocol MenuStyle {}

public struct _NamedMenuStyle: MenuStyle {}

extension MenuStyle where Self == _NamedMenuStyle {
  public static var automatic: Self { Self() }
  public static var button: Self { Self() }
  public static var borderlessButton: Self { Self() }
}

nonisolated extension View {
  public func menuStyle(_ style: some MenuStyle) -> some View { self }
  public func controlGroupStyle(_ style: some MenuStyle) -> some View { self }
}
