// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// How many trees are kept in memory after they were read.
@Suite struct TreeShelfTests {
  private static let owner = "one"

  /// A tree whose JSON has the given length. Its text is in several strings, because the length of one is limited.
  private func tree(_ number: Int, _ letter: String, bytes: Int) -> WidgetTree {
    let whole = max(0, bytes / 1_024 - 1)
    let lengths = Array(repeating: 1_021, count: whole) + [bytes - 10 - whole * 1_024]
    let strings = lengths.map { "\"\(String(repeating: letter, count: $0))\"" }
    return WidgetTree(
      number: number, variant: "light", bytes: Array("{\"t\":[\(strings.joined(separator: ","))]}".utf8))
  }

  @Test func `a mebibyte of trees is kept, and one tree more empties the shelf`() throws {
    let scratch = Scratch()
    let store = try DeviceStore(directory: scratch.path + "/state", durability: .simulated)
    let shelf = TreeShelf()
    func put(_ number: Int, _ letter: String, bytes: Int = 1 << 18) throws {
      try store.transaction { try $0.put([tree(number, letter, bytes: bytes)], of: Self.owner, generation: 1) }
    }
    func letter(_ number: Int) throws -> String {
      let shown = WidgetContent.Shown(generation: 1, number: number)
      let views = try store.read { try shelf.views(of: Self.owner, shown, $0) }
      guard case .object(let members)? = views?["light"], case .array(let texts)? = members["t"],
        case .string(let text)? = texts.first
      else { return "" }
      return String(text.prefix(1))
    }
    for number in 0..<4 {
      try put(number, "a")
      #expect(try letter(number) == "a")
      // A tree that is kept isn't read again.
      try put(number, "b")
    }
    for number in 0..<4 { #expect(try letter(number) == "a") }
    try put(4, "c", bytes: 11)
    #expect(try letter(4) == "c")
    for number in 0..<4 { #expect(try letter(number) == "b") }
  }
}
