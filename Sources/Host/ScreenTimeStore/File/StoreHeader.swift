// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The header of a database file, read without SQLite: opening a file with SQLite already changes the files beside it,
/// and a file that is rejected must stay unchanged.
enum StoreHeader: Equatable {
  case absent
  case empty
  /// Not a SQLite database.
  case other
  case database(applicationID: Int32, stamp: StoreStamp)

  /// - Throws: `StoreError` if the file can't be opened or read.
  init(path: String) throws(StoreError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw StoreError.refused("open", path) }
      self = .absent
      return
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw StoreError.refused("read", path) }
    guard count > 0 else {
      self = .empty
      return
    }
    guard count == bytes.count, bytes.starts(with: Self.magic) else {
      self = .other
      return
    }
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    self = .database(applicationID: number(at: 68), stamp: StoreStamp(rawValue: number(at: 60)))
  }

  /// "SQLite format 3" followed by a zero byte.
  private static let magic = Array("SQLite format 3".utf8) + [0]
}

/// The store's number and whether a host has it open, stored as SQLite's `user_version` on the first page.
///
/// A log doesn't identify its database. So each transaction writes the store's number into the pulse row, and a log
/// with another number belongs to another file.
struct StoreStamp: RawRepresentable, Equatable {
  /// 31 random bits; 0 in a store of the first schema.
  var store: UInt32
  /// Whether a host wrote here and has not stopped cleanly, so that the log beside the file is part of the state.
  var isLive: Bool

  init(store: UInt32, isLive: Bool) {
    self.store = store & 0x7FFF_FFFF
    self.isLive = isLive
  }

  init(rawValue: Int32) {
    self.init(store: UInt32(bitPattern: rawValue) >> 1, isLive: rawValue & 1 == 1)
  }

  var rawValue: Int32 { Int32(bitPattern: store << 1 | (isLive ? 1 : 0)) }

  /// A stamp with a random number, unlikely to match that of another store.
  static func new() -> StoreStamp { StoreStamp(store: .random(in: 1...0x7FFF_FFFF), isLive: false) }
}
