// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Content that could be scrolled by code; the person alone scrolls here.
public struct ScrollViewReader<Content: View>: View {
  let content: (ScrollViewProxy) -> Content

  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

  public var body: some View { content(ScrollViewProxy()) }
}

public struct ScrollViewProxy: Sendable {
  /// Without effect.
  public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}
