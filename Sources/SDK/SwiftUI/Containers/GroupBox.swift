// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A box with a title.
public struct GroupBox<Label: View, Content: View> {
  let label: Label
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }

  public init(label: Label, @ViewBuilder content: () -> Content) {
    self.label = label
    self.content = content()
  }
}

extension GroupBox where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(label: Text(titleKey), content: content)
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(label: Text(title), content: content)
  }
}

extension GroupBox where Label == EmptyView {
  public init(@ViewBuilder content: () -> Content) { self.init(label: EmptyView(), content: content) }
}

extension GroupBox: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let configuration = GroupBoxStyleConfiguration(label: .init(view: label), content: .init(view: content))
    let style = context.environment.groupBoxStyle ?? DefaultGroupBoxStyle()
    return context.with { $0.groupBoxStyle = nil }.inStack.resolve(style, configuration)
  }
}

/// The appearance of group boxes.
@MainActor @preconcurrency
public protocol GroupBoxStyle {
  associatedtype Body: View
  typealias Configuration = GroupBoxStyleConfiguration
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct GroupBoxStyleConfiguration {
  public typealias Label = _ErasedView
  public typealias Content = _ErasedView

  public let label: Label
  public let content: Content
}

public struct DefaultGroupBoxStyle: GroupBoxStyle {
  nonisolated public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading) {
      configuration.label.font(.headline)
      configuration.content
    }.padding().background(Material.thin).cornerRadius(8)
  }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
  nonisolated public static var automatic: Self { Self() }
}

extension ResolveContext {
  @MainActor
  fileprivate func resolve(_ style: some GroupBoxStyle, _ configuration: GroupBoxStyleConfiguration) -> [TreeNode] {
    install(in: style)
    return resolve(style.makeBody(configuration: configuration))
  }
}

nonisolated extension View {
  public func groupBoxStyle(_ style: some GroupBoxStyle) -> some View {
    changingEnvironment { $0.groupBoxStyle = style }
  }
}
