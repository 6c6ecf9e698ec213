// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PrivacyBoundary
import Testing

/// The errors of a key's file that is another file or can't be written; the earlier key stays.
@Suite final class KeyFileErrorTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
    "sallyport-keys-\(UUID().uuidString)"
  ).path
  private var main: String { path + "/keys/root.key" }

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func opened(tokensExist: Bool = true) throws(TokenKeyError) -> TokenKeyFile.Opened {
    try TokenKeyFile(stateDirectory: path).open(tokensExist: tokensExist) { Array(0..<32) }
  }

  private func replaced() throws(TokenKeyError) -> TokenKeyFile.Opened {
    try TokenKeyFile(stateDirectory: path).reset { Array(repeating: 8, count: 32) }
  }

  /// The first 50 bytes of a key's file, followed by their CRC-32.
  private func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
    var register = ~UInt32(0)
    for byte in bytes.prefix(50) {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xEDB8_8320 }
    }
    let check = ~register
    return Array(bytes.prefix(50)) + (0..<4).map { UInt8(truncatingIfNeeded: check >> (24 - 8 * UInt32($0))) }
  }

  @Test func `a file that begins differently is not a key, even if its checksum is right`() throws {
    _ = try opened(tokensExist: false)
    let bytes = Array(try Data(contentsOf: URL(filePath: main)))
    #expect(withChecksum(bytes) == bytes)
    for offset in 0..<8 {
      var other = bytes
      other[offset] ^= 1
      for file in [main, main + ".copy"] { try Data(withChecksum(other)).write(to: URL(filePath: file)) }
      let error = #expect(throws: TokenKeyError.self) { try opened() }
      #expect(error?.code == .tokenKeyMismatch)
      #expect(
        error?.description == """
          The key \(main) is not a Sallyport key file and has no intact copy; restore it from a backup, or reset the \
          tokens by name.
          """, "byte \(offset)")
    }
  }

  @Test func `without a state directory the folder is named as what can't be made`() throws {
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: TokenKeyError.self) { try opened(tokensExist: false) }
    #expect(error?.code == .tokenKeyUnreadable)
    #expect(
      error?.description == """
        Could not make the directory of the key file \(main): No such file or directory; check that the host's user \
        owns it.
        """)
  }

  @Test func `a key that is only in a pipe does not replace the one before it`() throws {
    let made = try opened(tokensExist: false)
    try #require(mkfifo(main + ".new", 0o600) == 0)
    // Open for both directions, so that neither the writer nor the reader waits for the other.
    let pipe = Glibc.open(main + ".new", O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    // A pipe takes the bytes, but it can't be synced.
    let error = try #require(throws: TokenKeyError.self) { try replaced() }
    #expect(error.code == .tokenKeyUnreadable)
    #expect(
      error.description
        == "Could not write the key file \(main): Invalid argument; check that the host's user owns it.")
    let again = try opened()
    #expect(again.event == nil && again.key.checkValue == made.key.checkValue)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every folder"))
  func `a folder that may not be read is the reason why a key was not made durable`() throws {
    _ = try opened(tokensExist: false)
    try #require(chmod(path + "/keys", 0o300) == 0)
    defer { chmod(path + "/keys", 0o700) }
    let error = #expect(throws: TokenKeyError.self) { try replaced() }
    #expect(
      error?.description
        == "Could not write the key file \(main): Permission denied; check that the host's user owns it.")
  }
}
