// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A fault in the bytes of an ELF file.
package enum ELFFault: Sendable {
  case header(HeaderField, UInt64)
  /// Changes a field of the program header with this number, if it exists.
  case segment(Int, SegmentField, UInt64)
  /// Replaces the last header by a second one of the same type and values.
  case repeatedSegment(Int)
  case truncated(Int)
  case byte(at: Int, UInt8)

  package enum HeaderField: CaseIterable, Sendable {
    case elfClass, data, version, abi, type, machine, entry, programHeaders, programHeaderSize, programHeaderCount
    case sectionHeaders, sectionHeaderCount

    var place: (offset: Int, size: Int) {
      switch self {
      case .elfClass: (4, 1)
      case .data: (5, 1)
      case .version: (6, 1)
      case .abi: (7, 1)
      case .type: (16, 2)
      case .machine: (18, 2)
      case .entry: (24, 8)
      case .programHeaders: (32, 8)
      case .sectionHeaders: (40, 8)
      case .programHeaderSize: (54, 2)
      case .programHeaderCount: (56, 2)
      case .sectionHeaderCount: (60, 2)
      }
    }
  }

  package enum SegmentField: CaseIterable, Sendable {
    case type, flags, offset, address, physicalAddress, fileSize, memorySize, alignment

    var place: (offset: Int, size: Int) {
      switch self {
      case .type: (0, 4)
      case .flags: (4, 4)
      case .offset: (8, 8)
      case .address: (16, 8)
      case .physicalAddress: (24, 8)
      case .fileSize: (32, 8)
      case .memorySize: (40, 8)
      case .alignment: (48, 8)
      }
    }
  }

  func apply(to file: inout [UInt8]) {
    switch self {
    case .header(let field, let value):
      Self.write(value, at: field.place.offset, size: field.place.size, to: &file)
    case .segment(let index, let field, let value):
      let start = 64 + index * ELFSegmentDescription.size
      Self.write(value, at: start + field.place.offset, size: field.place.size, to: &file)
    case .repeatedSegment(let index):
      guard file.count >= 64 else { return }
      let (from, to) = (64 + index * ELFSegmentDescription.size, 64 + (Int(file[56]) - 1) * ELFSegmentDescription.size)
      guard from >= 64, to >= 64, max(from, to) + ELFSegmentDescription.size <= file.count else { return }
      let copy = Array(file[from..<from + ELFSegmentDescription.size])
      file.replaceSubrange(to..<to + copy.count, with: copy)
    case .truncated(let count): file.removeLast(max(0, file.count - count))
    case .byte(let offset, let value):
      if file.indices.contains(offset) { file[offset] = value }
    }
  }

  private static func write(_ value: UInt64, at offset: Int, size: Int, to file: inout [UInt8]) {
    guard offset >= 0, offset + size <= file.count else { return }
    file.replaceSubrange(offset..<offset + size, with: little(value, size))
  }

  static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}
