// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FamilyManifests
internal import Foundation

/// Reads the files of an untrusted project.
enum InputFile {
  /// Far larger than any property list or image of an extension.
  static let mostBytes = 16 << 20
  /// Far larger than any handwritten source. The limit bounds the time to search it for words.
  static let mostSourceBytes = 2 << 20

  /// - Throws: `AdoptionError` if the path is not a regular file, can't be read or is longer than `mostBytes`.
  static func data(_ path: String, mostBytes: Int = mostBytes) throws(AdoptionError) -> Data {
    do {
      return Data(try RegularFile(path: path, mostBytes: mostBytes).bytes)
    } catch {
      throw AdoptionError("\(path): \(error.message); correct it or leave it out.")
    }
  }
}
