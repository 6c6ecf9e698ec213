// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// Writes the canonical form of a value (WIRE-S9, RFC 8785): sorted names, no whitespace, minimal escapes.
///
/// It does not validate the value. `MessageChannel.send` scans what it sends; recordings and hashes use values that
/// were scanned when they were received.
public struct CanonicalWriter: Sendable {
  private var bytes: [UInt8] = []

  /// The canonical bytes of `value`, without LF.
  public static func bytes(of value: WireValue) -> [UInt8] {
    var writer = CanonicalWriter()
    writer.bytes.reserveCapacity(512)
    writer.write(value)
    return writer.bytes
  }

  private mutating func write(_ value: WireValue) {
    switch value {
    case .null: write(word: "null")
    case .bool(let isTrue): write(word: isTrue ? "true" : "false")
    case .integer(let integer): write(integer)
    case .string(let string): write(string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (name, value) in object.members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        write(name)
        bytes.append(UInt8(ascii: ":"))
        write(value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

// MARK: - Scalars

extension CanonicalWriter {
  private mutating func write(word: StaticString) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private mutating func write(_ integer: Int64) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = integer.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { unsafe write($0.span) }
    if isWritten == nil { write(Array(string.utf8).span) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Copies runs of bytes that need no escape.
  private mutating func write(_ text: Span<UInt8>) {
    var runStart = 0
    var offset = text.skippingPlainText(from: 0)
    while offset < text.count {
      let byte = text[offset]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        copy(text.extracting(runStart..<offset))
        runStart = offset + 1
        escape(byte)
      }
      offset = text.skippingPlainText(from: offset + 1)
    }
    copy(text.extracting(runStart..<text.count))
  }

  private mutating func copy(_ run: Span<UInt8>) {
    // SAFETY: the buffer is used during the call only.
    unsafe run.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      write(word: "u00")
      for digit in [byte >> 4, byte & 0xF] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    default: bytes.append(byte)
    }
  }
}
