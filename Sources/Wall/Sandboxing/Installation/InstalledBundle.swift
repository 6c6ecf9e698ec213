// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The copy of a bundle for one extension point, as it is launched.
public struct InstalledBundle: Hashable, Sendable, Codable {
  /// An absolute path in the host's store.
  public var directory: String
  /// A path relative to `directory`.
  public var executable: String
  /// The identity of the executable when it was installed; `nil` for a bundle that a trial created.
  public var record: InstallRecord?

  public init(directory: String, executable: String, record: InstallRecord?) {
    self.directory = directory
    self.executable = executable
    self.record = record
  }
}
