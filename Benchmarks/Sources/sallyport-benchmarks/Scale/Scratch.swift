// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A temporary directory, on disk because the benchmarks measure waits for the disk.
final class Scratch {
  let path: String

  init(_ name: String) throws {
    path = FileManager.default.currentDirectoryPath + "/.build-benchmarks/\(name)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
