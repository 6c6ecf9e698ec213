// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One point's own copy of a bundle, as it is launched.
public struct InstalledBundle: Hashable, Sendable, Codable {
  /// Absolute, in the host's store.
  public var directory: String
  /// Relative to `directory`.
  public var executable: String
  public var record: InstallRecord
}
