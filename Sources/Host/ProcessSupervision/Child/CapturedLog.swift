// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import TextEscaping

/// What an extension printed: 64 KiB are kept, everything is counted (`wire.md#log`).
public struct CapturedLog: Hashable, Sendable {
  public static let keptBytes = 65_536
  public static let lineBytes = 16_384

  /// Complete lines and, at the end, what came without a line feed; control characters are escaped when shown, not here.
  public private(set) var bytes: [UInt8] = []
  public private(set) var total: Int64 = 0
  /// Sealed points: counted and never stored, since a log is a way out.
  public let isCountedOnly: Bool

  public init(isCountedOnly: Bool) { self.isCountedOnly = isCountedOnly }

  public var dropped: Int64 { total - Int64(bytes.count) }

  public mutating func append(_ chunk: some Collection<UInt8>) {
    total += Int64(chunk.count)
    guard !isCountedOnly else { return }
    bytes.append(contentsOf: chunk.prefix(max(0, Self.keptBytes - bytes.count)))
  }

  /// A sealed process's volume as a power of two: the only figure of its log that anybody sees.
  public var magnitude: Int { total == 0 ? 0 : 64 - (total).leadingZeroBitCount }

  /// More was printed than is kept; of a sealed process, as far as its class tells.
  public var isFlood: Bool { isCountedOnly ? magnitude > 17 : dropped > 0 }

  /// What an operator is told of a flood.
  public var floodDescription: String {
    isCountedOnly ? "about 2^\(magnitude) bytes, none kept" : "\(Self.keptBytes) of \(total) bytes kept"
  }

  /// The kept lines as they may be shown; what can't be seen is escaped, and a byte that is not UTF-8 too.
  public var lines: [TerminalText] {
    bytes.split(separator: UInt8(ascii: "\n")).map { TerminalText(bytes: $0, mostBytes: Self.keptBytes) }
  }
}
