// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Surfaces
import Testing

/// The page of the placed widgets.
@Suite struct HomePageTests {
  private func tile(
    _ title: String, width: Int64 = 158, height: Int64 = 158, isAccessory: Bool = false, stack: (Int, Int)? = nil
  ) -> HomePage.Tile {
    HomePage.Tile(
      familyName: "Homework", title: title, note: "", light: "<svg></svg>", dark: "<svg></svg>", width: width,
      height: height, isAccessory: isAccessory, reading: "", stack: stack.map { (number: $0.0, count: $0.1) })
  }

  @Test func `a stack has a dot for each of its widgets, and says which one is in front (WIDGET-W37)`() {
    let page = HomePage(title: "Home", tiles: [tile("Alone"), tile("Stacked", stack: (2, 3))]).html
    #expect(page.contains(#"<i></i><i class="front"></i><i></i></div>"#))
    #expect(page.components(separatedBy: #"class="dots""#).count == 2)
    #expect(page.contains(#"aria-label="2 of 3 in a stack""#))
  }

  @Test func `only a rectangle of the lock screen has room inside its card (WIDGET-W30)`() {
    func isPadded(_ tile: HomePage.Tile) -> Bool {
      HomePage(title: "Home", tiles: [tile]).html.contains(#"class="card accessory rectangle""#)
    }
    #expect(isPadded(tile("r", width: 160, height: 72, isAccessory: true)))
    #expect(!isPadded(tile("c", width: 72, height: 72, isAccessory: true)))
    #expect(!isPadded(tile("i", width: 234, height: 26, isAccessory: true)))
    #expect(!isPadded(tile("s")))
  }
}
