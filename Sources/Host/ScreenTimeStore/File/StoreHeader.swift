// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a database file says about itself in its first hundred bytes, read before SQLite touches it: opening a file
/// already changes what lies beside it, and a file that is refused must stay as it is.
enum StoreHeader: Equatable {
  case absent
  case empty
  /// Not a SQLite database.
  case other
  case database(applicationID: Int32, stamp: StoreStamp)

  /// - Throws: `StoreError` when the file system refuses.
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

  /// "SQLite format 3" and a zero.
  private static let magic = Array("SQLite format 3".utf8) + [0]
}

/// Which store a file is, and whether a host has it open: SQLite's `user_version`, on the first page.
///
/// The log beside a file says nothing of whose log it is. So each transaction writes the store's number into the pulse
/// row, and a log whose number is not the file's belongs to another file.
struct StoreStamp: RawRepresentable, Equatable {
  /// 31 random bits; 0 in a store of the first schema.
  var store: UInt32
  /// A host wrote here and has not stopped in order: then the log beside the file is a part of the state.
  var isLive: Bool

  init(store: UInt32, isLive: Bool) {
    self.store = store & 0x7FFF_FFFF
    self.isLive = isLive
  }

  init(rawValue: Int32) {
    self.init(store: UInt32(bitPattern: rawValue) >> 1, isLive: rawValue & 1 == 1)
  }

  var rawValue: Int32 { Int32(bitPattern: store << 1 | (isLive ? 1 : 0)) }

  /// A number that no other store is likely to have.
  static func new() -> StoreStamp { StoreStamp(store: .random(in: 1...0x7FFF_FFFF), isLive: false) }
}
