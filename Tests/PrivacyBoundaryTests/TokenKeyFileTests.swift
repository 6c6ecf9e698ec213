// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PrivacyBoundary
import Testing

@Suite final class TokenKeyFileTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
    "sallyport-keys-\(UUID().uuidString)"
  ).path
  private var main: String { path + "/keys/root.key" }
  private var copy: String { path + "/keys/root.key.copy" }

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func open(tokensExist: Bool = true) throws(TokenKeyError) -> TokenKeyFile.Opened {
    try TokenKeyFile(stateDirectory: path).open(tokensExist: tokensExist) { Array(0..<32) }
  }

  @Test func `makes the first key once, readable only by the owner`() throws {
    #expect(try TokenKeyFile(stateDirectory: path).due(tokensExist: false) == .made)
    #expect(!FileManager.default.fileExists(atPath: main), "due(tokensExist:) writes nothing")
    let first = try open(tokensExist: false)
    #expect(first.event == .made)
    #expect(try TokenKeyFile(stateDirectory: path).due(tokensExist: false) == nil)
    #expect(first.key.checkValue.hexadecimal == "ee11948dcafa5e71")
    for file in [main, copy] {
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    let folder = try FileManager.default.attributesOfItem(atPath: path + "/keys")[.posixPermissions] as? Int
    #expect(folder == 0o700)
    let again = try TokenKeyFile(stateDirectory: path).open(tokensExist: true) { Array(repeating: 1, count: 32) }
    #expect(again.event == nil)
    #expect(again.key.checkValue == first.key.checkValue)
  }

  @Test func `the file ends in the CRC-32 of everything before it`() throws {
    _ = try open(tokensExist: false)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: main)))
    // Python's zlib.crc32 gives this for the magic, the format, the key 0 to 31 and the check value above.
    #expect(bytes.count == 54 && bytes.suffix(4) == [0xD7, 0x88, 0x60, 0xA2])
  }

  @Test(arguments: [
    (42, "does not match its check value"), (8, "has a format that this build does not support"),
    (9, "has a format that this build does not support"),
  ])
  func `a file with a correct checksum is refused for a wrong check value or format`(offset: Int, reason: String) throws
  {
    _ = try open(tokensExist: false)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: main)))
    bytes[offset] ^= 1
    var register = ~UInt32(0)
    for byte in bytes.dropLast(4) {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xEDB8_8320 }
    }
    bytes.replaceSubrange(50..., with: (0..<4).map { UInt8(truncatingIfNeeded: ~register >> (24 - 8 * UInt32($0))) })
    for file in [main, copy] { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
    let error = #expect(throws: TokenKeyError.self) { try open() }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func `a root key has 32 bytes`() {
    #expect([31, 32, 33].map { RootKey(bytes: Array(repeating: 1, count: $0)) != nil } == [false, true, false])
  }

  @Test func `leaves no descriptor open, whether it succeeds or fails`() throws {
    _ = try open(tokensExist: false)
    _ = try open()
    _ = try TokenKeyFile(stateDirectory: path).reset { Array(repeating: 9, count: 32) }
    try FileManager.default.createDirectory(atPath: main + ".new", withIntermediateDirectories: true)
    let error = #expect(throws: TokenKeyError.self) {
      try TokenKeyFile(stateDirectory: path).reset { Array(repeating: 8, count: 32) }
    }
    // The first call that failed is named, not one after it.
    #expect(error?.description.contains("Is a directory") == true, "\(String(describing: error))")
    let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    #expect(targets.filter { $0.hasPrefix(path) } == [])
  }

  @Test func `an empty file is damaged, and the copy restores it`() throws {
    _ = try open(tokensExist: false)
    try Data().write(to: URL(fileURLWithPath: main))
    #expect(try open().event == .restoredFromCopy)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, which may make a device that is always full"))
  func `a file that can't be written does not replace the key`() throws {
    let made = try open(tokensExist: false)
    // /dev/full is device 1, 7: each write fails with ENOSPC.
    try #require(mknod(main + ".new", S_IFCHR | 0o600, 1 << 8 | 7) == 0)
    let error = #expect(throws: TokenKeyError.self) {
      try TokenKeyFile(stateDirectory: path).reset { Array(repeating: 8, count: 32) }
    }
    #expect(error?.description.contains("No space left on device") == true, "\(String(describing: error))")
    #expect(try open().key.checkValue == made.key.checkValue)
  }

  @Test func `never makes a new key when tokens exist`() {
    let error = #expect(throws: TokenKeyError.self) { try open() }
    #expect(error?.code == .tokenKeyMissing)
    #expect(!FileManager.default.fileExists(atPath: main))
  }

  @Test(arguments: [0, 9, 20, 45, 53])
  func `detects a flipped bit and restores the copy`(offset: Int) throws {
    let made = try open(tokensExist: false)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: main))
    bytes[offset] ^= 1
    try bytes.write(to: URL(fileURLWithPath: main))
    let restored = try open()
    #expect(restored.event == .restoredFromCopy)
    #expect(restored.key.checkValue == made.key.checkValue)
    #expect(try open().event == nil)
  }

  @Test func `two damaged files stop the host`() throws {
    _ = try open(tokensExist: false)
    for file in [main, copy] { try Data("short".utf8).write(to: URL(fileURLWithPath: file)) }
    #expect(throws: TokenKeyError.self) { try open() }
    try FileManager.default.removeItem(atPath: main)
    let error = #expect(throws: TokenKeyError.self) { try open(tokensExist: false) }
    #expect(error?.code == .tokenKeyMismatch)
  }

  @Test func `a missing copy is renewed, and two different keys stop the host`() throws {
    _ = try open(tokensExist: false)
    try FileManager.default.removeItem(atPath: copy)
    #expect(try open().event == .copyRenewed)
    let own = try Data(contentsOf: URL(fileURLWithPath: copy))
    _ = try TokenKeyFile(stateDirectory: path).reset { Array(repeating: 9, count: 32) }
    try own.write(to: URL(fileURLWithPath: copy))
    let error = #expect(throws: TokenKeyError.self) { try open() }
    #expect(error?.code == .tokenKeyMismatch)
  }
}
