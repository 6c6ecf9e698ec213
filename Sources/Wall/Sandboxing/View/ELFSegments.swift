// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One program header.
struct ELFSegment {
  enum Kind: UInt32 {
    case load = 1
    case dynamic = 2
    case interpreter = 3
    case stack = 0x6474_e551
  }

  let kind: Kind?
  let isWritableCode: Bool
  let offset: UInt64
  let address: UInt64
  let fileSize: UInt64
  let memorySize: UInt64
  private let alignment: UInt64

  init(_ record: ELFRecord) {
    kind = Kind(rawValue: record.number(at: 0, as: UInt32.self))
    // PF_X and PF_W.
    isWritableCode = record.number(at: 4, as: UInt32.self) & 3 == 3
    offset = record.number(at: 8, as: UInt64.self)
    address = record.number(at: 16, as: UInt64.self)
    fileSize = record.number(at: 32, as: UInt64.self)
    memorySize = record.number(at: 40, as: UInt64.self)
    alignment = record.number(at: 48, as: UInt64.self)
  }

  /// The end of a PT_LOAD in memory, after checking that its fields are consistent.
  func checkedEnd() throws(ELFFile.Malformed) -> UInt64 {
    let (end, overflows) = address.addingReportingOverflow(memorySize)
    guard fileSize <= memorySize, !overflows, end <= 1 << 47 else { throw .segmentSize }
    let step = max(alignment, 1)
    // Pages have at least 4 KiB, and the kernel maps whole pages.
    guard step & (step - 1) == 0, (address ^ offset) & (max(step, 4096) - 1) == 0 else { throw .segmentAlignment }
    return end
  }

  /// The offset of an address within the segment's file bytes; `nil` outside.
  func distance(to other: UInt64) -> UInt64? {
    guard other >= address, other - address < fileSize else { return nil }
    return other - address
  }
}

/// The program headers that determine how a file is loaded; every file range was checked against the file's size.
struct ELFSegments {
  private(set) var loads: [ELFSegment] = []
  private(set) var dynamic: ELFSegment?
  private(set) var interpreter: ELFSegment?
  private static let most: UInt16 = 64

  init(_ bytes: ELFBytes, header: ELFRecord) throws(ELFFile.Malformed) {
    let count = header.number(at: 56, as: UInt16.self)
    // PN_XNUM, 0xffff, would put the count into a section header; it is rejected as above the limit.
    guard header.number(at: 54, as: UInt16.self) == 56, (1...Self.most).contains(count) else { throw .programHeaders }
    let table = try bytes.read(UInt64(count) * 56, at: header.number(at: 32, as: UInt64.self)).bytes
    var end: UInt64 = 0
    for start in stride(from: 0, to: table.count, by: 56) {
      let segment = ELFSegment(ELFRecord(bytes: Array(table[start..<start + 56])))
      switch segment.kind {
      case .load:
        try bytes.check(segment.fileSize, at: segment.offset)
        guard !segment.isWritableCode else { throw .writableCode }
        let next = try segment.checkedEnd()
        guard segment.address >= end else { throw .segmentOrder }
        end = next
        loads.append(segment)
      case .dynamic:
        guard dynamic == nil else { throw .repeated(segment: "PT_DYNAMIC") }
        dynamic = segment
      case .interpreter:
        guard interpreter == nil else { throw .repeated(segment: "PT_INTERP") }
        interpreter = segment
      case .stack:
        // The kernel creates an executable stack itself, without a call that PR_SET_MDWE or the filter could refuse.
        guard !segment.isWritableCode else { throw .writableCode }
      case nil: break
      }
    }
  }

  /// The file offset of `count` bytes at an address, within the PT_LOAD that contains them all.
  func place(of address: UInt64, count: UInt64) -> UInt64? {
    for segment in loads {
      guard let distance = segment.distance(to: address) else { continue }
      return count <= segment.fileSize - distance ? segment.offset + distance : nil
    }
    return nil
  }
}
