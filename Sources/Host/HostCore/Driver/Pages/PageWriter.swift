// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// Writes surfaces as self-contained pages.
///
/// Under a virtual clock each page is drawn once, at the end of the run, from its last content: nothing reads the pages
/// of a simulated week that passes in a second.
final class PageWriter {
  private let directory: String
  private let isDeferred: Bool
  private var pending: [(name: String, html: () throws -> String)] = []
  /// The paths of written pages. Shields of one family over one item share a page, which shows the newest.
  private(set) var written: [String] = []

  init(directory: String, isDeferred: Bool) {
    self.directory = directory
    self.isDeferred = isDeferred
  }

  /// Draws the deferred pages.
  func flush() throws {
    for page in pending { try write(try page.html(), to: page.name) }
    pending = []
  }

  func put(_ name: String, _ html: @escaping () throws -> String) throws {
    guard isDeferred else {
      try write(try html(), to: name)
      return
    }
    if let index = pending.firstIndex(where: { $0.name == name }) {
      pending[index].html = html
    } else {
      pending.append((name, html))
    }
  }

  /// - Returns: the path of the page.
  @discardableResult
  func write(_ html: String, to name: String) throws -> String {
    let path = directory + "/" + name
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try PrivateFile.write(Data(html.utf8), to: path)
    } catch {
      throw HostError(.failed, "The page \(path) can't be written: \(error.localizedDescription)")
    }
    if !written.contains(path) { written.append(path) }
    return path
  }
}
