// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

nonisolated extension View {
  public func navigationTitle(_ title: Text) -> some View {
    noting { context in if context.session.title == nil { context.session.title = title.plain(in: context) } }
  }

  public func navigationTitle(_ key: LocalizedStringKey) -> some View { navigationTitle(Text(key)) }

  @_disfavoredOverload
  public func navigationTitle(_ title: some StringProtocol) -> some View { navigationTitle(Text(title)) }

  public func navigationBarTitle(_ key: LocalizedStringKey) -> some View { navigationTitle(Text(key)) }

  public func navigationBarTitle(_ title: Text) -> some View { navigationTitle(title) }

  public func navigationBarTitle(
    _ key: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { navigationTitle(Text(key)) }

  public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
    navigationTitle(title)
  }

  // MARK: Navigation bars, which windows don't have

  public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View { self }
  public func navigationBarHidden(_ hidden: Bool) -> some View { self }
  public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }
  public func navigationBarItems(leading: some View) -> some View { dropped("navigationBarItems") }
  public func navigationBarItems(trailing: some View) -> some View { dropped("navigationBarItems") }
  public func navigationBarItems(leading: some View, trailing: some View) -> some View {
    dropped("navigationBarItems")
  }
  public func navigationViewStyle(_ style: some NavigationViewStyle) -> some View { self }
  public func navigationSplitViewStyle(_ style: some NavigationViewStyle) -> some View { self }
  public func navigationDestination<Data: Hashable>(
    for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
  ) -> some View { self }
  public func navigationDestination(
    isPresented: Binding<Bool>, @ViewBuilder destination: () -> some View
  ) -> some View { self }

  // MARK: Tool bars

  public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View { dropped("toolbar") }

  @_disfavoredOverload
  public func toolbar(@ViewBuilder content: () -> some View) -> some View { dropped("toolbar") }

  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  public func toolbar(removing defaultItemKind: ToolbarDefaultItemKind?) -> some View { self }
  public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  public func toolbarBackground(_ style: some ShapeStyle, for bars: ToolbarPlacement...) -> some View { self }
  public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }
  public func toolbarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View { self }
}

public protocol NavigationViewStyle {}

public struct StackNavigationViewStyle: NavigationViewStyle {
  public init() {}
}

public struct DefaultNavigationViewStyle: NavigationViewStyle {
  public init() {}
}

extension NavigationViewStyle where Self == StackNavigationViewStyle {
  public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
  public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}
