// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Modifiers for safe areas. Surfaces have no unsafe areas, so an inset is drawn beside the content.
nonisolated extension View {
  public func safeAreaInset(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let inset = content()
    return VStack(alignment: alignment, spacing: spacing ?? 8) {
      if edge == .top { inset }
      self
      if edge == .bottom { inset }
    }
  }

  public func safeAreaInset(
    edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let inset = content()
    return HStack(alignment: alignment, spacing: spacing ?? 8) {
      if edge == .leading { inset }
      self
      if edge == .trailing { inset }
    }
  }

  public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    padding(edges, length)
  }

  public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }

  public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }

  public func contentMargins(
    _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
  ) -> some View { padding(edges, length) }

  public func contentMargins(
    _ length: CGFloat, for placement: ContentMarginPlacement = .automatic
  ) -> some View { padding(length) }

  /// Fills the proposed size, because the size of the container is not known here.
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
    frame(
      maxWidth: axes.contains(.horizontal) ? .infinity : nil, maxHeight: axes.contains(.vertical) ? .infinity : nil,
      alignment: alignment)
  }
}

public struct ContentMarginPlacement: Sendable {
  public static var automatic: ContentMarginPlacement { ContentMarginPlacement() }
  public static var scrollContent: ContentMarginPlacement { ContentMarginPlacement() }
  public static var scrollIndicators: ContentMarginPlacement { ContentMarginPlacement() }
}
