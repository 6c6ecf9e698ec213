// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Sheets and popovers, which are dropped from a static rendering without resolving their content
/// (`views.md#what-swiftui-code-does-here`, VIEW-26).
nonisolated extension View {
  public func sheet(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
  ) -> some View { dropped("sheet") }

  public func sheet<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { dropped("sheet") }

  public func fullScreenCover(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
  ) -> some View { dropped("fullScreenCover") }

  public func fullScreenCover<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { dropped("fullScreenCover") }

  public func popover(
    isPresented: Binding<Bool>, attachmentAnchor: UnitPoint = .center, arrowEdge: Edge = .top,
    @ViewBuilder content: @escaping () -> some View
  ) -> some View { dropped("popover") }

  public func popover<Item: Identifiable>(
    item: Binding<Item?>, attachmentAnchor: UnitPoint = .center, arrowEdge: Edge = .top,
    @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { dropped("popover") }

  public func contextMenu(@ViewBuilder menuItems: () -> some View) -> some View { dropped("contextMenu") }

  public func contextMenu(
    @ViewBuilder menuItems: () -> some View, @ViewBuilder preview: () -> some View
  ) -> some View { dropped("contextMenu") }

  public func swipeActions(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> some View
  ) -> some View { dropped("swipeActions") }

  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View { dropped("searchable") }

  @_disfavoredOverload
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { dropped("searchable") }

  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { dropped("refreshable") }

  public func badge(_ count: Int) -> some View { dropped("badge") }

  public func badge(_ key: LocalizedStringKey?) -> some View { dropped("badge") }

  // MARK: Appearance of sheets, accepted without effect

  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
  public func presentationDetents(
    _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
  ) -> some View { self }
  public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
  public func presentationCornerRadius(_ cornerRadius: Double?) -> some View { self }
  public func presentationBackground(_ style: some ShapeStyle) -> some View { self }
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }

  /// Drops the presentation. Each kind is reported once (VIEW-26).
  package func dropped(_ name: String) -> some View {
    noting { $0.session.diagnose("view.dropped", "“\(name)” is not shown by a static rendering.") }
  }
}

public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable {
  case leading, trailing
}

public struct PresentationDetent: Hashable, Sendable {
  private let word: String
  public static let medium = PresentationDetent(word: "medium")
  public static let large = PresentationDetent(word: "large")
  public static func fraction(_ fraction: Double) -> PresentationDetent {
    PresentationDetent(word: "fraction \(fraction)")
  }
  public static func height(_ height: Double) -> PresentationDetent { PresentationDetent(word: "height \(height)") }
}

public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
  public static let toolbar = SearchFieldPlacement()
  public static let navigationBarDrawer = SearchFieldPlacement()
}
