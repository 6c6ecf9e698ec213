// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Pages
import ScreenTimeRules

/// All pages as files that link to one another.
struct PageFiles {
  /// The longest span with a page for each day.
  private static let mostDays = 400
  /// The most pages about items.
  private static let mostItems = 4_000

  private let maker: PageMaker
  private let directory: String

  init(_ maker: PageMaker, directory: String) {
    self.maker = maker
    self.directory = directory
  }

  /// Writes the pages that name nothing, those of the days, and those that these link to.
  ///
  /// - Returns: the number of pages.
  /// - Throws: `HostError` for a page that is too long or can't be written.
  func write(days span: TimeSpan) throws -> Int {
    let days = try maker.dayNames(in: span, atMost: Self.mostDays)
    let first: [PageAddress] =
      [.today, .week, .day, .shields, .requests, .families, .ledger, .trace, .extensions, .device, .gallery]
      + days.flatMap { [PageAddress(.day, $0), PageAddress(.trace, $0)].compactMap(\.self) }
    var pages: [PageAddress: Page] = [:]
    var waiting = first
    while let address = waiting.popLast() {
      guard pages[address] == nil else { continue }
      let page = try maker.page(address)
      pages[address] = page
      for link in page.links where pages[link] == nil && isFollowed(link, from: address) { waiting.append(link) }
      guard pages.count <= first.count + Self.mostItems else {
        throw HostError(.failed, "There are more than \(first.count + Self.mostItems) pages; choose a shorter span.")
      }
    }
    try PageDirectory(directory).write(Array(pages.values))
    return pages.count
  }

  /// Whether a page is written because another links to it. Explanations of an item's earlier days are left out: every
  /// item would have one for each.
  private func isFollowed(_ link: PageAddress, from address: PageAddress) -> Bool {
    switch link.kind {
    case .day: link.subject?.contains(".") == true
    case .item, .family, .shield: true
    case .use: address.kind == .today || address.kind == .week
    default: false
    }
  }
}
