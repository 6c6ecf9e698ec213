// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Cuts a stream of bytes into lines at LF and nowhere else (WIRE-B5), however the stream was chopped.
///
/// A line that reaches the cap is reported then and dropped, not buffered (WIRE-B3): what is kept is never more than
/// the cap and one read.
public struct LineFramer: Sendable {
  /// What the stream holds next.
  public enum Frame: Hashable, Sendable {
    /// A line without its LF; it may be empty.
    case line([UInt8])
    /// A line over the cap, by its first bytes; the rest is skipped up to the LF.
    case tooLong(prefix: [UInt8])
  }

  /// How much of a line over the cap is kept for the report.
  public static let prefixBytes = 256

  /// The longest line, its LF included, at least 1. A change applies to the lines not yet returned.
  public var lineBytes: Int {
    didSet { lineBytes = max(1, lineBytes) }
  }
  private var storage: [UInt8]
  /// `storage[start..<end]` was received and not returned, `storage[start..<searched]` has no LF.
  private var start = 0
  private var searched = 0
  private var end = 0
  private var isDiscarding = false
  /// Counted from the beginning of the stream: everything received, and what follows the last LF.
  private var received = 0
  private var afterLastLineFeed = 0

  public init(lineBytes: Int) {
    self.lineBytes = max(1, lineBytes)
    storage = []
  }

  /// Takes bytes as they came.
  public mutating func append(_ chunk: Span<UInt8>) {
    makeRoom(for: chunk.count)
    for index in 0..<chunk.count { storage[end + index] = chunk[index] }
    commit(chunk.count)
  }

  /// Lets `read` put bytes into free space and say how many; the caller takes all frames out before it reads more.
  mutating func fill<Failure: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom(for: 4_096)
    let free = end
    // SAFETY: `read` is bound by the buffer it is given and does not keep it.
    let count = try unsafe storage.withUnsafeMutableBufferPointer { (bytes) throws(Failure) in
      try unsafe read(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[free...])))
    }
    commit(count)
    return count
  }

  /// The next line, or `nil` when its LF has not come yet.
  public mutating func next() -> Frame? {
    while true {
      guard let lineFeed = findLineFeed() else {
        searched = end
        if isDiscarding { (start, searched, end) = (0, 0, 0) }
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
  /// The position in the stream where a line begins whose LF has not come; `nil` between lines.
  var unfinishedLine: Int? { halfLineBytes > 0 ? afterLastLineFeed : nil }

  /// Bytes of an unfinished line, dropped when the stream ends here (WIRE-B4); a line over the cap no longer counts.
  public var halfLineBytes: Int { isDiscarding ? 0 : received - afterLastLineFeed }

  /// The unfinished line's first bytes, once all frames were taken out.
  var halfLine: [UInt8] { Array(storage[start..<min(end, start + Self.prefixBytes)]) }

  /// How much memory the framer holds.
  public var capacity: Int { storage.capacity }
}

// MARK: - Storage

extension LineFramer {
  private static var initialBytes: Int { 16 << 10 }

  private func findLineFeed() -> Int? {
    let from = searched
    let count = end - from
    guard count > 0 else { return nil }
    // SAFETY: `from..<end` lies within the storage; the pointer found is turned into an index at once.
    return unsafe storage.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + from, 0x0A, count) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  private mutating func drop(through lineFeed: Int?) -> Frame {
    // At least `lineBytes` bytes are there, so the prefix does not depend on how the stream was chopped.
    let prefix = Array(storage[start..<start + min(lineBytes, Self.prefixBytes)])
    if let lineFeed {
      (start, searched) = (lineFeed + 1, lineFeed + 1)
    } else {
      (start, searched, end) = (0, 0, 0)
      isDiscarding = true
    }
    return .tooLong(prefix: prefix)
  }

  private mutating func commit(_ count: Int) {
    let last = storage[end..<end + count].lastIndex(of: 0x0A)
    if let last { afterLastLineFeed = received + last - end + 1 }
    received += count
    end += count
  }

  private mutating func makeRoom(for count: Int) {
    if start == end {
      (start, searched, end) = (0, 0, 0)
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
    storage.append(contentsOf: repeatElement(0, count: grown - storage.count))
  }
}
