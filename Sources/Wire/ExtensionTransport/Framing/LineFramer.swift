// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Splits a byte stream into lines at LF only (WIRE-B5), regardless of how the bytes were chunked.
///
/// A line that reaches the cap is reported at once and discarded (WIRE-B3), so the buffer never holds more than the cap
/// and one read.
public struct LineFramer: Sendable {
  /// The next element of the stream.
  public enum Frame: Hashable, Sendable {
    /// A line without its LF; it may be empty.
    case line([UInt8])
    /// The first bytes of a line over the cap; the rest is skipped up to the LF.
    case tooLong(prefix: [UInt8])
  }

  /// The number of bytes kept of a line over the cap, for the report.
  public static let prefixBytes = 256

  /// The longest line, including its LF, at least 1. A change affects lines that have not been returned.
  public var lineBytes: Int {
    didSet { lineBytes = max(1, lineBytes) }
  }
  private var storage: [UInt8]
  /// `storage[start..<end]` was received but not returned; `storage[start..<searched]` contains no LF.
  private var start = 0
  private var searched = 0
  private var end = 0
  private var isDiscarding = false
  /// Positions from the beginning of the stream: the end of the received bytes, and the position after the last LF.
  private var received = 0
  private var afterLastLineFeed = 0

  public init(lineBytes: Int) {
    self.lineBytes = max(1, lineBytes)
    storage = []
  }

  /// Appends received bytes.
  public mutating func append(_ chunk: Span<UInt8>) {
    makeRoom(for: chunk.count)
    for index in 0..<chunk.count { storage[end + index] = chunk[index] }
    commit(chunk.count)
  }

  /// Calls `read` to fill free space; it returns the number of bytes. The caller must take out all frames before
  /// reading more.
  mutating func fill<Failure: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom(for: 4_096)
    let free = end
    // SAFETY: `read` stays within the buffer that it is given and does not keep a pointer to it.
    let count = try unsafe storage.withUnsafeMutableBufferPointer { (bytes) throws(Failure) in
      try unsafe read(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[free...])))
    }
    commit(count)
    return count
  }

  /// The next line, or `nil` if its LF has not arrived.
  public mutating func next() -> Frame? {
    while true {
      guard let lineFeed = lineFeed(from: searched, to: end) else {
        searched = end
        if isDiscarding { clear() }
        return end - start < lineBytes ? nil : drop(through: nil)
      }
      if isDiscarding {
        isDiscarding = false
        (start, searched) = (lineFeed + 1, lineFeed + 1)
        continue
      }
      if lineFeed + 1 - start > lineBytes { return drop(through: lineFeed) }
      let line = Array(storage[start..<lineFeed])
      (start, searched) = (lineFeed + 1, lineFeed + 1)
      return .line(line)
    }
  }
}

// MARK: - State

extension LineFramer {
  /// The stream position at which an unfinished line begins; `nil` between lines.
  var unfinishedLine: Int? { halfLineBytes > 0 ? afterLastLineFeed : nil }

  /// The bytes of an unfinished line, discarded if the stream ends here (WIRE-B4). A line over the cap does not count.
  public var halfLineBytes: Int { isDiscarding ? 0 : received - afterLastLineFeed }

  /// The first bytes of the unfinished line. Valid only after all frames have been taken out.
  var halfLine: [UInt8] { Array(storage[start..<min(end, start + Self.prefixBytes)]) }

  /// The size of the buffer in bytes.
  public var capacity: Int { storage.capacity }
}

// MARK: - Storage

extension LineFramer {
  private static var initialBytes: Int { 16 << 10 }

  /// The first LF in `from..<end`.
  private func lineFeed(from: Int, to end: Int) -> Int? {
    guard from < end else { return nil }
    // SAFETY: `from..<end` lies within the storage; the pointer is converted to an index at once.
    return unsafe storage.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + from, 0x0A, end - from) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  private mutating func drop(through lineFeed: Int?) -> Frame {
    // At least `lineBytes` bytes are buffered, so the prefix does not depend on how the stream was chunked.
    let prefix = Array(storage[start..<start + min(lineBytes, Self.prefixBytes)])
    if let lineFeed {
      (start, searched) = (lineFeed + 1, lineFeed + 1)
    } else {
      clear()
      isDiscarding = true
    }
    return .tooLong(prefix: prefix)
  }

  private mutating func clear() { (start, searched, end) = (0, 0, 0) }

  private mutating func commit(_ count: Int) {
    let begin = end
    end += count
    var from = begin
    while let found = lineFeed(from: from, to: end) {
      from = found + 1
      afterLastLineFeed = received + from - begin
    }
    received += count
  }

  private mutating func makeRoom(for count: Int) {
    if start == end {
      clear()
      if storage.count > 8 * Self.initialBytes { storage = [] }
    }
    guard storage.count - end < count else { return }
    if start > 0 {
      storage.replaceSubrange(0..<end - start, with: Array(storage[start..<end]))
      (start, searched, end) = (0, searched - start, end - start)
    }
    let needed = end + count
    guard storage.count < needed else { return }
    let grown = max(needed, Self.initialBytes, min(2 * storage.count, lineBytes + 4_096))
    storage += [UInt8](repeating: 0, count: grown - storage.count)
  }
}
