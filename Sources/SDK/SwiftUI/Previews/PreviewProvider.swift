// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type that provides previews. Previews compile but are not used.
@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}

public enum PreviewLayout: Sendable {
  case device, sizeThatFits
  case fixed(width: CGFloat, height: CGFloat)
}

public struct InterfaceOrientation: Hashable, Sendable {
  public static let portrait = InterfaceOrientation()
  public static let landscapeLeft = InterfaceOrientation()
  public static let landscapeRight = InterfaceOrientation()
}

/// The context of a preview, for `previewContext(_:)`.
public protocol PreviewContext {}

nonisolated extension View {
  public func previewDisplayName(_ name: String?) -> some View { self }
  public func previewDevice(_ device: PreviewDevice?) -> some View { self }
  public func previewLayout(_ layout: PreviewLayout) -> some View { self }
  public func previewInterfaceOrientation(_ orientation: InterfaceOrientation) -> some View { self }
  public func previewContext(_ context: some PreviewContext) -> some View { self }
}
