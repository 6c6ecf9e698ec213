// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The entries of a dynamic table that name libraries, and the string table that they point into.
struct ELFDynamic {
  private var names: [UInt64] = []
  private var strings: (address: UInt64?, size: UInt64?)
  private let segments: ELFSegments

  /// - Returns: `nil` for a file without PT_DYNAMIC.
  init?(_ bytes: ELFBytes, _ segments: ELFSegments) throws(ELFFile.Malformed) {
    guard let dynamic = segments.dynamic else { return nil }
    self.segments = segments
    // The loader reads the table in memory, the host in the file: both must be the same bytes.
    guard segments.place(of: dynamic.address, count: dynamic.fileSize) == dynamic.offset else { throw .dynamicPlace }
    guard dynamic.fileSize <= ELFBytes.most else { throw .dynamicSize }
    let table = try bytes.read(dynamic.fileSize, at: dynamic.offset)
    for start in stride(from: 0, through: table.bytes.count - 16, by: 16) {
      let value = table.number(at: start + 8, as: UInt64.self)
      switch table.number(at: start, as: UInt64.self) {
      case 0: return
      case 1:
        guard names.count < ELFFile.mostNeeded else { throw .tooManyNeeded }
        names.append(value)
      case 5:
        guard strings.address == nil else { throw .stringTable }
        strings.address = value
      case 10:
        guard strings.size == nil else { throw .stringTable }
        strings.size = value
      default: break
      }
    }
    throw .dynamicSize
  }

  func neededNames(_ bytes: ELFBytes) throws(ELFFile.Malformed) -> [String] {
    if names.isEmpty { return [] }
    guard let address = strings.address, let size = strings.size, let place = segments.place(of: address, count: size)
    else { throw .stringTable }
    var result: [String] = []
    for name in names {
      guard name < size else { throw .stringTable }
      // A name ends with a NUL within the length limit and within the table.
      let text = try bytes.read(min(size - name, ELFFile.longestName + 1), at: place + name).bytes
      guard let end = text.firstIndex(of: 0) else { throw .neededName(ELFName(text)) }
      let plain = Array(text[..<end])
      guard !plain.isEmpty, plain.allSatisfy(ELFFile.isPrintable), !plain.contains(UInt8(ascii: "/")),
        plain != [0x2e], plain != [0x2e, 0x2e]
      else { throw .neededName(ELFName(plain)) }
      result.append(String(decoding: plain, as: UTF8.self))
    }
    return result
  }
}
