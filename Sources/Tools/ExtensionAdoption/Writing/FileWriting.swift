// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Writes files only if they change, so that a build can detect which are out of date.
enum FileWriting {
  static func makeDirectory(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    } catch {
      throw AdoptionError("The directory \(path) can't be created: \(error.localizedDescription)")
    }
  }

  static func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

  static func write(_ data: Data, to path: String, mode: Int = 0o644) throws {
    guard FileManager.default.contents(atPath: path) != data else { return }
    do {
      try data.write(to: URL(filePath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    } catch {
      throw AdoptionError("\(path) can't be written: \(error.localizedDescription)")
    }
  }

  /// Deletes the entries of a directory that are not in `names`.
  static func prune(_ directory: String, keeping names: Set<String>) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] where !names.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
  }
}
