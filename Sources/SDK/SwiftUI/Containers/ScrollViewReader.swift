// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A container that provides scrolling by code, which has no effect. Only the person scrolls.
public struct ScrollViewReader<Content: View>: View {
  let content: (ScrollViewProxy) -> Content

  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

  public var body: some View { content(ScrollViewProxy()) }
}

public struct ScrollViewProxy: Sendable {
  /// Has no effect.
  public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}
