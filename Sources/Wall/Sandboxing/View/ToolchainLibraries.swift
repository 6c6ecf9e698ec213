// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The directory of the Swift runtime that belongs to the toolchain on the host's own search path.
///
/// Swift's libraries are not in the system's directories. The host takes them from the toolchain that its operator
/// installed; nothing that an extension brings, such as a run path, names a directory.
enum ToolchainLibraries {
  /// `nil` if no toolchain is on the path, or its directory isn't safe to copy from.
  static let directory: String? = unsafe getenv("PATH").flatMap { unsafe directory(path: String(cString: $0)) }

  /// - Parameter path: directories, separated by colons.
  static func directory(path: String) -> String? {
    for place in path.split(separator: ":") where place.hasPrefix("/") {
      guard let compiler = FileSystem.resolved(place + "/swiftc") else { continue }
      let programs = compiler.prefix(upTo: compiler.lastIndex(of: "/") ?? compiler.startIndex)
      guard let libraries = FileSystem.resolved(programs + "/../lib/swift/linux"),
        SystemFiles.isSafe(libraries), SystemFiles.open("libswiftCore.so", in: libraries) != nil
      else { return nil }
      return libraries
    }
    return nil
  }
}
