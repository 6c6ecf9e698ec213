// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeStore

/// The text of a seal. A later build must compute the same one for the same file, and must not take another text for it.
@Suite struct StoreSealTests {
  private let directory = StateDirectory()
  private var file: String { directory.path + "/file" }

  init() { mkdir(directory.path, 0o700) }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file)) }

  private func seal(_ bytes: [UInt8]) throws -> String {
    try put(bytes)
    return String(decoding: try StoreSeal(sealing: file).bytes, as: UTF8.self)
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + ($0 >> 8) + 3) }
  }

  /// Computed by another program.
  @Test(arguments: [
    (0, "sallyport-seal-1 0 0"), (8, "sallyport-seal-1 8 ac94044ca57441b"),
    (300_008, "sallyport-seal-1 300008 e1d9af46fa7093c3"),
  ])
  func `the seal of a file is the same in every version`(_ count: Int, _ expected: String) throws {
    #expect(try seal(Self.bytes(count)) == expected)
    try put(Array(expected.utf8))
    let read = try #require(try StoreSeal.read(file))
    #expect(String(decoding: read.bytes, as: UTF8.self) == expected)
  }

  @Test func `a changed word and a missing end change the seal`() throws {
    let whole = Self.bytes(4_096)
    var seals: Set<String> = [try seal(whole), try seal(whole.dropLast(8)), try seal(whole.dropLast(3))]
    for place in [0, 7, 8, 2_000, 4_095] {
      var changed = whole
      changed[place] ^= 0x80
      seals.insert(try seal(changed))
    }
    #expect(seals.count == 8)
  }

  @Test(arguments: [
    "", "sallyport-seal-1", "sallyport-seal-1 8", "sallyport-seal-1 8 ac94044ca57441b more", "sallyport-seal-2 8 ac9",
    "8 ac94044ca57441b", "sallyport-seal-1 x ac9", "sallyport-seal-1 8 xyz", "sallyport-seal-1 8 10000000000000000",
    "sallyport-seal-1 9999999999999999999 ac9",
  ])
  func `rejects a text that is not a seal`(_ text: String) throws {
    try put(Array(text.utf8))
    let error = #expect(throws: StoreError.self) { try StoreSeal.read(file) }
    #expect(error?.code == .corrupt)
    #expect(error?.description == "\(file) is damaged; remove it if you trust the state beside it.")
  }

  @Test func `returns nil for a missing seal, and names a seal that can't be opened or read`() throws {
    #expect(try StoreSeal.read(file) == nil)
    symlink("/etc/passwd", file)
    mkdir(directory.path + "/folder", 0o700)
    for path in [file, directory.path + "/folder", directory.path + "/folder/../file/seal"] {
      #expect(#expect(throws: StoreError.self) { try StoreSeal.read(path) }?.code == .unavailable)
      #expect(#expect(throws: StoreError.self) { try StoreSeal(sealing: path) }?.description.contains(path) == true)
    }
  }

  @Test func `128 bytes of a text are read, and none after them`() throws {
    let start = "sallyport-seal-1 8 "
    for (length, digest) in [(127, "2"), (128, "2"), (129, "0"), (300, "0")] {
      try put(Array((start + String(repeating: "0", count: length - start.utf8.count - 1) + "2").utf8))
      let read = try #require(try StoreSeal.read(file))
      #expect(String(decoding: read.bytes, as: UTF8.self) == start + digest, "\(length)")
    }
  }
}
