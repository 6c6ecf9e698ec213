// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import TextEscaping

/// The output of an extension: 64 KiB are kept, everything is counted (`wire.md#log`).
public struct CapturedLog: Hashable, Sendable {
  public static let keptBytes = 65_536
  public static let lineBytes = 16_384

  /// Complete lines and, at the end, text without a line feed. Control characters are escaped on display, not here.
  public private(set) var bytes: [UInt8] = []
  public private(set) var total: Int64 = 0
  /// Whether output is only counted and never stored. True at sealed points, where a log could leak data.
  public let isCountedOnly: Bool

  public init(isCountedOnly: Bool) { self.isCountedOnly = isCountedOnly }

  public var dropped: Int64 { total - Int64(bytes.count) }

  public mutating func append(_ chunk: some Collection<UInt8>) {
    total += Int64(chunk.count)
    guard !isCountedOnly else { return }
    bytes.append(contentsOf: chunk.prefix(max(0, Self.keptBytes - bytes.count)))
  }

  /// A sealed process's volume as a power of two, the only figure of its log that is visible.
  public var magnitude: Int { total == 0 ? 0 : 64 - (total).leadingZeroBitCount }

  /// Whether more was printed than is kept. For a sealed process this is decided by its magnitude.
  public var isFlood: Bool { isCountedOnly ? magnitude > 17 : dropped > 0 }

  /// A description of a flood for the operator.
  public var floodDescription: String {
    isCountedOnly ? "about 2^\(magnitude) bytes, none kept" : "\(Self.keptBytes) of \(total) bytes kept"
  }

  /// The kept lines in a form that can be displayed: control characters and invalid UTF-8 are escaped.
  public var lines: [TerminalText] {
    bytes.split(separator: UInt8(ascii: "\n")).map { TerminalText(bytes: $0, mostBytes: Self.keptBytes) }
  }
}
