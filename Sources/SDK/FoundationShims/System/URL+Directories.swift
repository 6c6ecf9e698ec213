// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The directories of the process. In the sandbox they are in its home directory or, without one, in the temporary
/// directory.
extension URL {
  public static var documentsDirectory: URL { homeDirectory.appendingPathComponent("Documents", isDirectory: true) }
  public static var cachesDirectory: URL { homeDirectory.appendingPathComponent("Library/Caches", isDirectory: true) }
  public static var libraryDirectory: URL { homeDirectory.appendingPathComponent("Library", isDirectory: true) }
  public static var applicationSupportDirectory: URL {
    homeDirectory.appendingPathComponent("Library/Application Support", isDirectory: true)
  }
  public static var temporaryDirectory: URL { FileManager.default.temporaryDirectory }
  public static var homeDirectory: URL {
    let home = NSHomeDirectory()
    return home == "/" ? temporaryDirectory : URL(fileURLWithPath: home, isDirectory: true)
  }
}
