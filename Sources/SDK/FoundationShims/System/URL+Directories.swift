// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The directories of the process. Behind the wall they lie in its home, or in the temporary directory without one.
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
