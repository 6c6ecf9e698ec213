// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One point's own copy of a bundle, as it is launched.
public struct InstalledBundle: Hashable, Sendable, Codable {
  /// Absolute, in the host's store.
  public var directory: String
  /// Relative to `directory`.
  public var executable: String
  /// What the executable was when it was installed; `nil` for a bundle that a trial made by itself.
  public var record: InstallRecord?

  public init(directory: String, executable: String, record: InstallRecord?) {
    self.directory = directory
    self.executable = executable
    self.record = record
  }
}
