// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The layout of a described file: header, program headers, then each part at a multiple of 16.
struct ELFLayout {
  private let base: UInt64
  private let start: Int
  private var content: [UInt8] = []
  private var headers: [ELFSegmentDescription] = []

  init(segments: Int, base: UInt64) {
    self.base = base
    start = 64 + segments * ELFSegmentDescription.size
  }

  /// - Returns: the place as a segment without a type.
  mutating func place(_ part: [UInt8]) -> ELFSegmentDescription {
    while (start + content.count) % 16 != 0 { content.append(0) }
    var segment = ELFSegmentDescription(type: 0)
    segment.offset = UInt64(start + content.count)
    segment.address = base + segment.offset
    segment.fileSize = UInt64(part.count)
    segment.memorySize = segment.fileSize
    content += part
    return segment
  }

  mutating func add(type: UInt32, _ part: [UInt8]) {
    var segment = place(part)
    segment.type = type
    headers.append(segment)
  }

  /// The string table comes first, because the dynamic table contains its address.
  mutating func add(_ entries: [ELFDescription.Entry]) {
    var strings: [UInt8] = [0]
    var table: [(tag: UInt64, value: UInt64)] = []
    for entry in entries {
      switch entry {
      case .name(let tag, let text):
        table.append((tag, UInt64(strings.count)))
        strings += text + [0]
      case .number(let tag, let value): table.append((tag, value))
      }
    }
    let placed = place(strings)
    // DT_STRTAB and DT_STRSZ, and DT_NULL at the end.
    table += [(5, placed.address), (10, placed.fileSize), (0, 0)]
    add(type: 2, table.flatMap { ELFFault.little($0.tag, 8) + ELFFault.little($0.value, 8) })
  }

  /// One PT_LOAD for the whole file, readable and executable, and a non-executable stack.
  mutating func finish() {
    var load = ELFSegmentDescription(type: 1)
    load.flags = 5
    load.address = base
    load.fileSize = UInt64(start + content.count)
    load.memorySize = load.fileSize
    load.alignment = 4096
    var stack = ELFSegmentDescription(type: 0x6474_e551)
    stack.flags = 6
    headers += [load, stack]
  }

  func file(link: ELFDescription.Link, entry: UInt64, besides: [ELFSegmentDescription]) -> [UInt8] {
    let all = headers + besides
    var header: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    header += ELFFault.little(link == .fixed ? 2 : 3, 2) + ELFFault.little(Self.machine, 2) + ELFFault.little(1, 4)
    header += ELFFault.little(entry, 8) + ELFFault.little(64, 8) + ELFFault.little(0, 8) + ELFFault.little(0, 4)
    header += [64, UInt64(ELFSegmentDescription.size), UInt64(all.count), 64, 0, 0].flatMap { ELFFault.little($0, 2) }
    return header + all.flatMap(\.bytes) + content
  }

  private static var machine: UInt64 {
    #if arch(x86_64)
      62
    #else
      183
    #endif
  }
}
