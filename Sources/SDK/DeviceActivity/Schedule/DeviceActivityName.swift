// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a monitored activity, unique within the family (D8).
public struct DeviceActivityName: RawRepresentable, Hashable, Sendable {
  /// 1 to 256 bytes (§4).
  public var rawValue: String

  /// A name as it is written in sources.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// A name as it is stored.
  public init(rawValue: String) { self.rawValue = rawValue }
}
