// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import TextEscaping

/// The output of an extension: 64 KiB are kept, of each line 16 KiB, and everything is counted (`wire.md#log`).
///
/// There is no rate limit: its burst would exceed the 64 KiB that are kept, so it would never drop anything more.
public struct CapturedLog: Hashable, Sendable {
  public static let keptBytes = 65_536
  public static let lineBytes = 16_384

  /// Complete lines and, at the end, text without a line feed. Control characters are escaped on display, not here.
  public private(set) var bytes: [UInt8] = []
  public private(set) var total: Int64 = 0
  /// The bytes of the current line so far, kept or not.
  private var lineLength = 0
  /// Whether output is only counted and never stored. True at sealed points, where a log could leak data.
  public let isCountedOnly: Bool

  public init(isCountedOnly: Bool) { self.isCountedOnly = isCountedOnly }

  public var dropped: Int64 { total - Int64(bytes.count) }

  public mutating func append(_ chunk: some Collection<UInt8>) {
    total += Int64(chunk.count)
    guard !isCountedOnly else { return }
    for piece in chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if piece.offset > 0 {
        keep(CollectionOfOne(UInt8(ascii: "\n")))
        lineLength = 0
      }
      keep(piece.element.prefix(max(0, Self.lineBytes - lineLength)))
      lineLength += piece.element.count
    }
  }

  private mutating func keep(_ piece: some Collection<UInt8>) {
    bytes.append(contentsOf: piece.prefix(max(0, Self.keptBytes - bytes.count)))
  }

  /// A sealed process's volume as a power of two, the only figure of its log that is visible.
  public var magnitude: Int { total == 0 ? 0 : 64 - (total).leadingZeroBitCount }

  /// Whether more was printed than is kept. For a sealed process this is decided by its magnitude.
  public var isFlood: Bool { isCountedOnly ? magnitude > 17 : dropped > 0 }

  /// A description of a flood for the operator.
  public var floodDescription: String {
    isCountedOnly ? "about 2^\(magnitude) bytes, none kept" : "\(bytes.count) of \(total) bytes kept"
  }

  /// The kept lines in a form that can be displayed: control characters and invalid UTF-8 are escaped.
  public var lines: [TerminalText] {
    bytes.split(separator: UInt8(ascii: "\n")).map { TerminalText(bytes: $0, mostBytes: Self.keptBytes) }
  }
}
