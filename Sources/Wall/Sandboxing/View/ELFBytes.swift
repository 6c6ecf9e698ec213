// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads from an ELF file, bounded by the caller's count and by the file's size when it was opened.
struct ELFBytes {
  private let file: Descriptor
  let size: UInt64
  /// The largest single read: the 4096 entries of a dynamic table.
  static let most: UInt64 = 4096 * 16

  init(_ file: Descriptor) throws(ELFFile.Malformed) {
    guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    self.file = file
    size = UInt64(max(0, status.st_size))
  }

  /// Reads exactly `count` bytes; throws if the file has become shorter.
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

/// A record of a file, whose fields are read at constant offsets.
struct ELFRecord {
  let bytes: [UInt8]

  /// A little-endian field.
  func number<Number: UnsignedInteger & FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    bytes[offset..<offset + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number($1) }
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
}
