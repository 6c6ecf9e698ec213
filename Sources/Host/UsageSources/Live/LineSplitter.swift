// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Cuts bytes into lines within the cap of a record. A line over the cap is skipped to its end and never kept, however
/// long it is.
struct LineSplitter {
  enum Line: Equatable {
    case whole([UInt8])
    /// Longer than a record may be. Its end may not have come yet.
    case overlong
    /// The input ended before the line did.
    case unfinished([UInt8])
  }

  /// The part of a line that has come, always shorter than a record may be.
  private(set) var held: [UInt8] = []
  private var isSkipping = false

  /// Calls `body` for each line that ends in `bytes`.
  ///
  /// - Returns: how many of the bytes were taken: all of them, unless `body` returned false.
  @discardableResult
  mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (Line) -> Bool) -> Int {
    var rest = bytes
    while let end = Self.lineFeed(in: rest) {
      let piece = rest[rest.startIndex..<end]
      rest = rest[(end + 1)...]
      guard finish(piece, body) else { return rest.startIndex - bytes.startIndex }
    }
    guard !isSkipping else { return bytes.count }
    guard held.count + rest.count < UsageSample.maximumLineBytes else {
      held = []
      isSkipping = true
      _ = body(.overlong)
      return bytes.count
    }
    held += rest
    return bytes.count
  }

  /// The input has ended: what is left of a line comes out.
  mutating func end(_ body: (Line) -> Void) {
    if !held.isEmpty { body(.unfinished(held)) }
    self = LineSplitter()
  }

  /// By the C library, which finds it in a gigabyte as fast as memory is read.
  private static func lineFeed(in bytes: ArraySlice<UInt8>) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress, let found = unsafe memchr(start, 0x0A, buffer.count) else { return nil }
      return unsafe bytes.startIndex + (UnsafeRawPointer(found) - start)
    }
  }

  private mutating func finish(_ piece: ArraySlice<UInt8>, _ body: (Line) -> Bool) -> Bool {
    if isSkipping {
      isSkipping = false
      return true
    }
    defer { held.removeAll(keepingCapacity: true) }
    guard held.count + piece.count < UsageSample.maximumLineBytes else { return body(.overlong) }
    return body(.whole(held + piece))
  }
}
