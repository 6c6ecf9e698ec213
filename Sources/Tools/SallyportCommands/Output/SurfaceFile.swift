// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore

/// A file with a drawn surface, at a person's request.
enum SurfaceFile {
  /// - Returns: the path.
  /// - Throws: `HostError` with the path and the reason why it can't be written.
  static func write(_ bytes: Data, to name: String, in directory: String) throws -> String {
    let path = directory + "/" + name
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try PrivateFile.write(bytes, to: path)
    } catch {
      throw HostError(.failed, "The file \(path) can't be written: \(error.localizedDescription)")
    }
    return path
  }
}
