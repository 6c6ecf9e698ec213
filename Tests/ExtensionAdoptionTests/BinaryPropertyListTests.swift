// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ExtensionAdoption

/// Binary property lists, as written by Foundation and as crafted by an attacker.
@Suite struct BinaryPropertyListTests {
  /// A list of these objects, with their offsets; references are one byte.
  private func list(_ objects: [[UInt8]], top: Int = 0, count: Int? = nil) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      for byte in [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] {
        offsets.append(byte)
      }
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [count ?? objects.count, top, table] {
      bytes += withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    }
    return Data(bytes)
  }

  @Test func `reads what Foundation writes`() throws {
    let many = (0..<300).map { "value \($0)" }
    let table: [String: Any] = [
      "NSExtension": ["NSExtensionPointIdentifier": "com.apple.deviceactivity.monitor-extension"], "日本": "蒹葭",
      "many": many, "long": String(repeating: "a", count: 70_000), "flag": true, "empty": [String](),
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: table, format: .binary, options: 0)
    let list = try BinaryPropertyList.value(of: data)
    #expect(list["NSExtension"]?["NSExtensionPointIdentifier"]?.text == "com.apple.deviceactivity.monitor-extension")
    #expect(list["日本"]?.text == "蒹葭")
    #expect(list["many"]?.texts == many)
    #expect(list["long"]?.text?.count == 70_000)
    #expect(list["flag"] == .other("true"))
    #expect(list["empty"] == .array([]))
  }

  @Test func `refuses a list that expands to more values than allowed`() {
    // Each object contains the next one twice, so 60 of them expand to 2^60 values.
    let doubling = (0..<60).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] as [UInt8] } + [[0x50]]
    let fault = #expect(throws: BinaryPropertyList.Fault.self) { try BinaryPropertyList.value(of: list(doubling)) }
    #expect(fault?.message.contains("100000 values") == true)
  }

  @Test(
    arguments: [
      ([[0xA1, 0]], "expands"), ([[0xD1, 0, 0]], "expands"), ([[0xA1, 9]], "missing object"),
      ([[0xAF, 0x10, 0x28]], "after the end"),
      ([[0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "too large"),
      ([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "longer than the file"),
      ([[0x6F, 0x10, 0x14]], "after the end"), ([[0x5F, 0x50]], "no length"),
    ] as [([[UInt8]], String)])
  func `refuses objects that contain themselves or point outside the file`(objects: [[UInt8]], word: String) {
    let fault = #expect(throws: BinaryPropertyList.Fault.self) { try BinaryPropertyList.value(of: list(objects)) }
    #expect(fault?.message.contains(word) == true, "\(fault?.message ?? "")")
  }

  @Test func `no changed byte and no truncation of a list makes the reader trap`() throws {
    let whole = try PropertyListSerialization.data(
      fromPropertyList: ["a": ["b", "c", ["d": "é€"]], "e": 7], format: .binary, options: 0)
    for place in whole.indices {
      for value in [0x00, 0x01, 0x0F, 0x5F, 0x6F, 0x7F, 0x80, 0xA0, 0xDF, 0xFF] as [UInt8] {
        var changed = whole
        changed[place] = value
        _ = try? BinaryPropertyList.value(of: changed)
      }
      _ = try? BinaryPropertyList.value(of: whole.prefix(place))
    }
    #expect(throws: BinaryPropertyList.Fault.self) { try BinaryPropertyList.value(of: whole.dropLast()) }
  }
}
