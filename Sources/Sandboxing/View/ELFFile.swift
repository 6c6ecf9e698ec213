// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What an executable asks of its loader: the interpreter, the libraries and where they are looked for.
struct ELFFile: Sendable {
  /// PT_INTERP; a file without one is static.
  private(set) var interpreter: String?
  private(set) var needed: [String] = []
  private(set) var searchPath: [String] = []

  var linkMode: LinkMode { interpreter == nil ? .staticExecutable : .dynamic }

  /// - Returns: `nil` for what is not a 64-bit ELF file or contradicts itself.
  init?(_ file: Descriptor) {
    let header = file.read(64, at: 0)
    guard header.count == 64, header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2]) else { return nil }
    let offset = Self.number(header, at: 32, bytes: 8)
    let size = Self.number(header, at: 54, bytes: 2)
    let count = Self.number(header, at: 56, bytes: 2)
    guard size == 56, count <= 64, offset < 1 << 40 else { return nil }
    let table = file.read(Int(count * size), at: Int(offset))
    guard table.count == Int(count * size) else { return nil }

    var segments: [(address: UInt64, offset: UInt64, size: UInt64)] = []
    var dynamic: (offset: UInt64, size: UInt64)?
    for index in 0..<Int(count) {
      let entry = Array(table[index * 56..<(index + 1) * 56])
      let place = Self.number(entry, at: 8, bytes: 8)
      let length = Self.number(entry, at: 32, bytes: 8)
      guard place < 1 << 40, length < 1 << 40 else { return nil }
      switch Self.number(entry, at: 0, bytes: 4) {
      case 1: segments.append((Self.number(entry, at: 16, bytes: 8), place, length))
      case 2: dynamic = (place, length)
      case 3: interpreter = Self.string(file.read(Int(min(length, 4096)), at: Int(place)))
      default: break
      }
    }
    if let dynamic { readDynamic(file, dynamic, segments) }
  }

  private mutating func readDynamic(
    _ file: Descriptor, _ dynamic: (offset: UInt64, size: UInt64),
    _ segments: [(address: UInt64, offset: UInt64, size: UInt64)]
  ) {
    let bytes = file.read(Int(min(dynamic.size, 1 << 16)), at: Int(dynamic.offset))
    var entries: [(tag: UInt64, value: UInt64)] = []
    for start in stride(from: 0, to: bytes.count - 15, by: 16) {
      entries.append((Self.number(bytes, at: start, bytes: 8), Self.number(bytes, at: start + 8, bytes: 8)))
    }
    // DT_STRTAB is an address; the segment that holds it gives the place in the file.
    guard let address = entries.first(where: { $0.tag == 5 })?.value,
      let segment = segments.first(where: { $0.address <= address && address - $0.address < $0.size })
    else { return }
    let strings = segment.offset + (address - segment.address)
    for entry in entries where entry.value < 1 << 32 {
      guard entry.tag == 1 || entry.tag == 15 || entry.tag == 29 else { continue }
      let text = Self.string(file.read(4096, at: Int(strings + entry.value)))
      if entry.tag == 1 { needed.append(text) } else { searchPath += text.split(separator: ":").map(String.init) }
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> UInt64 {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func string(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(while: { $0 != 0 }), as: UTF8.self)
  }
}
