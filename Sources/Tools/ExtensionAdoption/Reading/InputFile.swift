// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FamilyManifests
internal import Foundation

/// Reads files of a project that somebody else wrote.
enum InputFile {
  /// Far beyond any property list or picture of an extension.
  static let mostBytes = 16 << 20
  /// Far beyond any source that a person writes; each is searched word by word.
  static let mostSourceBytes = 2 << 20

  /// - Throws: `AdoptionError` for what is no file, can't be read or is longer than `mostBytes`.
  static func data(_ path: String, mostBytes: Int = mostBytes) throws(AdoptionError) -> Data {
    do {
      return Data(try RegularFile(path: path, mostBytes: mostBytes).bytes)
    } catch {
      throw AdoptionError("\(path): \(error.message); correct it or leave it out.")
    }
  }
}
