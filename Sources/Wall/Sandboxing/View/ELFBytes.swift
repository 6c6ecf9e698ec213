// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads of an ELF file that are bounded by the caller's count and by the size the file had at first.
struct ELFBytes {
  private let file: Descriptor
  let size: UInt64
  /// The most that is read at once: the 4096 entries of a dynamic table.
  static let most: UInt64 = 4096 * 16

  init(_ file: Descriptor) throws(ELFFile.Malformed) {
    guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    self.file = file
    size = UInt64(max(0, status.st_size))
  }

  /// Exactly `count` bytes; a file that has shrunk since it was opened has fewer.
  func read(_ count: UInt64, at offset: UInt64) throws(ELFFile.Malformed) -> ELFRecord {
    guard count <= Self.most else { throw .outsideFile }
    try check(count, at: offset)
    let bytes = file.read(Int(count), at: Int(offset))
    guard bytes.count == Int(count) else { throw .outsideFile }
    return ELFRecord(bytes: bytes)
  }

  func check(_ count: UInt64, at offset: UInt64) throws(ELFFile.Malformed) {
    let (end, overflows) = offset.addingReportingOverflow(count)
    guard !overflows, end <= size else { throw .outsideFile }
  }
}

/// Bytes of a file whose fields are read at offsets that this program states.
struct ELFRecord {
  let bytes: [UInt8]

  /// A little-endian field.
  func number<Number: UnsignedInteger & FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    bytes[offset..<offset + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number($1) }
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
}
