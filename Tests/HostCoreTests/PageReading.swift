// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import ScreenTimeRules
import Testing

@testable import HostCore

extension DeviceFacts {
  /// The page at an address such as `/day/2026-10-19`.
  func page(_ path: String, hidesNames: Bool = false) throws -> Page {
    let address = try #require(PageAddress(path: path), "\(path)")
    return try PageMaker(self, hasPasscode: false, hidesNames: hidesNames).page(address)
  }
}

extension Page {
  func section(_ heading: String) throws -> Page.Section {
    try #require(sections.first { $0.heading.text == heading }, "\(address.path) has no \(heading)")
  }
}

extension Page.Table {
  /// The texts of all cells, by row.
  var texts: [[String]] { rows.map { $0.map(\.says.text) } }
}

extension Page.Table? {
  var texts: [[String]] { self?.texts ?? [] }
}

extension PlayedLife {
  /// Uses an application, however many inputs it takes.
  func use(_ app: Item, milliseconds: Int64) {
    let end = instant.advanced(by: milliseconds)
    for _ in 0..<9 where instant < end { take(.use(UseSpan(start: instant, end: end, app: app, isPresent: true))) }
  }
}
