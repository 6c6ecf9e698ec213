// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The content of a toolbar, which is not shown (`views.md#what-swiftui-code-does-here`).
@MainActor @preconcurrency
public protocol ToolbarContent {}

public struct ToolbarItem<Content: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}

  public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

/// Any number of toolbar items.
public struct _ToolbarContents: ToolbarContent {}

@resultBuilder
public struct ToolbarContentBuilder {
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarContents {
    _ToolbarContents()
  }
  public static func buildIf(_ content: (some ToolbarContent)?) -> _ToolbarContents { _ToolbarContents() }
  public static func buildEither(first: some ToolbarContent) -> _ToolbarContents { _ToolbarContents() }
  public static func buildEither(second: some ToolbarContent) -> _ToolbarContents { _ToolbarContents() }
  public static func buildLimitedAvailability(_ content: some ToolbarContent) -> _ToolbarContents {
    _ToolbarContents()
  }
}

public struct ToolbarItemPlacement: Sendable {
  public static let automatic = ToolbarItemPlacement()
  public static let principal = ToolbarItemPlacement()
  public static let navigation = ToolbarItemPlacement()
  public static let primaryAction = ToolbarItemPlacement()
  public static let secondaryAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
  public static let destructiveAction = ToolbarItemPlacement()
  public static let navigationBarLeading = ToolbarItemPlacement()
  public static let navigationBarTrailing = ToolbarItemPlacement()
  public static let topBarLeading = ToolbarItemPlacement()
  public static let topBarTrailing = ToolbarItemPlacement()
  public static let bottomBar = ToolbarItemPlacement()
  public static let keyboard = ToolbarItemPlacement()
}

public struct ToolbarPlacement: Sendable {
  public static let automatic = ToolbarPlacement()
  public static let navigationBar = ToolbarPlacement()
  public static let tabBar = ToolbarPlacement()
  public static let bottomBar = ToolbarPlacement()
}

public struct ToolbarDefaultItemKind: Sendable {
  public static let sidebarToggle = ToolbarDefaultItemKind()
  public static let title = ToolbarDefaultItemKind()
}
