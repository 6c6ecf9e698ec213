// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The room for trees that are stored now, to the byte, and entries that had none at first.
@Suite struct TreeRoomTests {
  private let scratch = Scratch()
  private let store: DeviceStore

  init() throws { store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated) }

  private func shown(_ number: Int) -> WidgetContent.Shown { WidgetContent.Shown(generation: 1, number: number) }

  /// Keeps a tree for an entry that the store doesn't have.
  private func keep(_ number: Int, bytes count: Int, on shelf: TreeShelf) {
    let checked = TreeShelf.Checked(
      tree: .string("\(number)"), bytes: [UInt8](repeating: 0, count: count), digest: "\(number)", missingAssets: [])
    shelf.stored([(variant: .light, checked: checked)], of: "a", shown(number))
  }

  /// The entries that are shown without being read.
  private func kept(_ numbers: Range<Int>, on shelf: TreeShelf) throws -> [Int] {
    try numbers.filter { number in
      try store.read { try shelf.views(of: "a", shown(number), $0) }?.isEmpty == false
    }
  }

  @Test(arguments: [false, true])
  func `a mebibyte of trees is kept, again and again after the shelf was emptied`(_ isForgotten: Bool) throws {
    let shelf = TreeShelf()
    if isForgotten { shelf.forget() }
    let quarter = 1 << 18
    for number in 0..<4 { keep(number, bytes: quarter, on: shelf) }
    #expect(try kept(0..<4, on: shelf) == [0, 1, 2, 3])
    keep(4, bytes: 1, on: shelf)
    #expect(try kept(0..<5, on: shelf) == [4])
    // The tree that did not fit is the first of the next mebibyte.
    for number in 5..<8 { keep(number, bytes: quarter, on: shelf) }
    keep(8, bytes: quarter - 1, on: shelf)
    #expect(try kept(0..<9, on: shelf) == [4, 5, 6, 7, 8])
    keep(9, bytes: 1, on: shelf)
    #expect(try kept(0..<10, on: shelf) == [9])
  }

  @Test func `an entry without trees is looked for again until it has some`() throws {
    let shelf = TreeShelf()
    func views() throws -> [String: WireValue]? { try store.read { try shelf.views(of: "a", shown(0), $0) } }
    #expect(try views()?.isEmpty == true)
    try store.transaction {
      try $0.put([WidgetTree(number: 0, variant: "light", bytes: Array(#"{"a":1}"#.utf8))], of: "a", generation: 1)
    }
    let expected: [String: WireValue] = ["light": ["a": 1]]
    #expect(try views() == expected)
  }
}
