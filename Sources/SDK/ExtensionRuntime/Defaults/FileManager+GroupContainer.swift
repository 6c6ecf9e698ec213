// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation

extension FileManager {
  /// Returns the family's container for a group that the manifest declares, or `nil` for other groups.
  ///
  /// ### On Linux
  /// The first group's container is `HOME`, and each other container is a directory in it (`manifest.md`). In sealed
  /// extensions the container is a private, empty directory that is deleted with the process. Files are not part of the
  /// callback's transaction.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard let home = ProcessInfo.processInfo.environment["HOME"], home != "/" else { return nil }
    let declared = ExtensionSession.current?.snapshot?.defaults.map(\.suite).filter { $0 != DefaultsDomain.standard }
    guard declared?.contains(groupIdentifier) == true else { return nil }
    let root = URL(fileURLWithPath: home, isDirectory: true)
    let nested = root.appendingPathComponent(groupIdentifier, isDirectory: true)
    return fileExists(atPath: nested.path) ? nested : root
  }
}
