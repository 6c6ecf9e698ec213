// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Splits bytes into lines within the limit of a record. A longer line is skipped to its end and never stored.
struct LineSplitter {
  enum Line: Equatable {
    case whole([UInt8])
    /// A line over the limit. Its end may not have come yet.
    case overlong
    /// The input ended before the line did.
    case unfinished([UInt8])
  }

  /// The received part of an unfinished line, always within the limit of a record.
  private(set) var held: [UInt8] = []
  private var isSkipping = false

  /// Calls `body` for each line that ends in `bytes`.
  ///
  /// - Returns: the number of bytes consumed: all of them, unless `body` returned false.
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

  /// Handles the end of the input: passes the unfinished line to `body`.
  mutating func end(_ body: (Line) -> Void) {
    if !held.isEmpty { body(.unfinished(held)) }
    self = LineSplitter()
  }

  /// Finds a line feed with `memchr`, which runs at memory speed.
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
