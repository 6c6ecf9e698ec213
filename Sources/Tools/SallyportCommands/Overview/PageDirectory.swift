// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Pages

/// A directory of pages that link to one another. Only its owner may read them.
struct PageDirectory {
  private static let mostBytes = 2 << 20

  private let path: String

  init(_ path: String) { self.path = path }

  /// - Parameter isPrivate: whether the pages name what a person used.
  /// - Throws: `HostError` for a page that is too long or can't be written.
  func write(_ pages: [Page], isPrivate: Bool = true) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw HostError(.failed, "The directory \(path) can't be made: \(error.localizedDescription)")
    }
    let template = PageFile(Set(pages.map(\.address)), isPrivate: isPrivate)
    for page in pages {
      let bytes = Data(template.html(of: page).utf8)
      guard bytes.count <= Self.mostBytes else {
        throw HostError(
          .failed, "The page \(page.address.path) has \(bytes.count) bytes; the limit is \(Self.mostBytes).")
      }
      let file = path + "/" + page.address.file
      do {
        try PrivateFile.replace(file, with: bytes)
      } catch {
        throw HostError(.failed, "The page \(file) can't be written: \(error.localizedDescription)")
      }
    }
  }
}
