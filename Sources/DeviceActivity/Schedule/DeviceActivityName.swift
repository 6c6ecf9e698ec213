// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a monitored activity, unique within the family (D8).
public struct DeviceActivityName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }
}
