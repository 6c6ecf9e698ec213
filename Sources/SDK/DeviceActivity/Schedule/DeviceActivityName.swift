// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a monitored activity, unique within the family.
public struct DeviceActivityName: RawRepresentable, Hashable, Sendable {
  /// The name as text of 1 to 256 bytes.
  public var rawValue: String

  /// Creates a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Creates a name from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }
}
