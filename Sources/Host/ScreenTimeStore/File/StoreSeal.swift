// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A digest of the whole file, written beside it by a host that stopped cleanly and removed before the next write.
///
/// SQLite detects a damaged page structure, but not a damaged value, which the seal detects. It doesn't protect against
/// tampering, since anyone who can write the file can also write the seal.
struct StoreSeal: Equatable {
  private var digest: UInt64
  private var byteCount: Int

  private init(digest: UInt64, byteCount: Int) {
    self.digest = digest
    self.byteCount = byteCount
  }

  /// Computes the digest of the file at `path`.
  init(sealing path: String) throws(StoreError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw StoreError.refused("open", path) }
    defer { close(descriptor) }
    self.init(digest: 0, byteCount: 0)
    var block = [UInt64](repeating: 0, count: 1 << 15)
    while true {
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw StoreError.refused("read", path) }
      guard count > 0 else { return }
      // A page is a multiple of eight bytes. If the file was truncated, the byte count covers the rest.
      add(block[..<(count / 8)])
      byteCount += count
    }
  }

  /// Every step is a bijection of the current digest, so a change of one word always changes the result.
  private mutating func add(_ words: ArraySlice<UInt64>) {
    words.withUnsafeBufferPointer { words in
      for word in words {
        digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest >> 29
      }
    }
  }
}

// MARK: - On disk

extension StoreSeal {
  /// - Returns: `nil` if there is no seal.
  /// - Throws: `StoreError` if the seal can't be read or parsed.
  static func read(_ path: String) throws(StoreError) -> StoreSeal? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw StoreError.refused("open", path) }
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw StoreError.refused("read", path) }
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == title, let size = Int(words[1]), let digest = UInt64(words[2], radix: 16)
    else {
      throw StoreError(.corrupt, "\(path) is damaged; remove it if you trust the state beside it.")
    }
    return StoreSeal(digest: digest, byteCount: size)
  }

  var bytes: [UInt8] { Array("\(Self.title) \(byteCount) \(String(digest, radix: 16))".utf8) }

  private static let title = "sallyport-seal-1"
}
