// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules that turn choices into a hostile ELF file.
package enum ELFGrammar {
  /// - Parameter places: paths of the host that an attacker would try to map into a view.
  package static func description(_ choices: inout Choices, places: [String]) -> ELFDescription {
    var file = ELFDescription()
    file.link = choices.pick([.fixed, .relocatable])
    file.code = ProbeProgram.code(paths: places)
    if choices.oneIn(2) { file.interpreter = interpreter(&choices, places) }
    if choices.oneIn(2) { file.dynamic = dynamic(&choices, places) }
    for _ in 0..<choices.below(4) { file.segments.append(segment(&choices)) }
    for _ in 0..<choices.below(4) { file.faults.append(fault(&choices)) }
    return file
  }

  package static let loader = "/lib64/ld-linux-x86-64.so.2"

  package static func interpreter(_ choices: inout Choices, _ places: [String]) -> [UInt8] {
    let path: [UInt8] = [
      Array(loader.utf8), Array("/lib/ld-linux.so.2".utf8), Array("/lib/ld-musl-x86_64.so.1".utf8),
      Array("ld-linux-x86-64.so.2".utf8), Array("../../lib64/ld-linux-x86-64.so.2".utf8),
      Array("/lib64/../lib64/ld-linux-x86-64.so.2".utf8), Array("//lib64//ld-linux-x86-64.so.2".utf8),
      Array("/bundle/loader".utf8), Array("/container/loader".utf8), Array("/proc/self/exe".utf8),
      Array("$ORIGIN/loader".utf8), [], Array("/".utf8), Array("/".utf8) + [UInt8](repeating: 0x61, count: 254),
      Array("/".utf8) + [UInt8](repeating: 0x61, count: 255), Array("/\u{1b}[2J\n".utf8), Array("/a\0/b".utf8),
      Array((places.isEmpty ? "/etc/passwd" : choices.pick(places)).utf8), choices.text(atMost: 40),
    ][choices.below(19)]
    return choices.oneIn(6) ? path : path + [0]
  }

  /// A library name, either malicious or ordinary.
  package static func name(_ choices: inout Choices, _ places: [String]) -> [UInt8] {
    let place = places.isEmpty ? "/etc" : choices.pick(places)
    let names = [
      "libc.so.6", "libm.so.6", "libmissing.so.1", "", ".", "..", "/", "/lib/x86_64-linux-gnu/libc.so.6",
      "../../../../etc/shadow", "./libc.so.6", "$ORIGIN/libx.so", "${ORIGIN}/../libx.so", "lib$LIB.so", "$PLATFORM",
      "libc.so.6/", "ld-linux-x86-64.so.2", place, place + "/libx.so", "lib\u{1b}]0;x\u{7}.so", "lib\n.so",
      "lib\u{202e}os.so", String(repeating: "n", count: 255), String(repeating: "n", count: 256),
    ]
    let index = choices.below(names.count + 2)
    return index < names.count ? Array(names[index].utf8) : choices.text(atMost: 64)
  }

  private static func dynamic(_ choices: inout Choices, _ places: [String]) -> [ELFDescription.Entry] {
    var entries: [ELFDescription.Entry] = []
    for _ in 0..<choices.below(6) {
      switch choices.below(4) {
      case 0, 1: entries.append(.name(tag: ELFDescription.needed, text: name(&choices, places)))
      case 2:
        entries.append(
          .name(
            tag: choices.pick([ELFDescription.searchPath, ELFDescription.runPath]), text: searchPath(&choices, places)))
      default:
        entries.append(
          .number(tag: choices.pick([0, 1, 5, 10, 14, 15, 24, 29, choices.number()]), value: choices.number()))
      }
    }
    // The maximum of a table, one above the host's limit, and far more.
    if choices.oneIn(8) {
      let one = ELFDescription.Entry.name(tag: ELFDescription.needed, text: Array("libc.so.6".utf8))
      entries += [ELFDescription.Entry](repeating: one, count: choices.pick([256, 257, 4096, 10_000]))
    }
    return entries
  }

  private static func searchPath(_ choices: inout Choices, _ places: [String]) -> [UInt8] {
    let parts = (0...choices.below(3)).map { _ in
      choices.pick(
        ["/", "/home", "/dev", "/proc/self/root", "..", "", ".", "$ORIGIN", "${ORIGIN}/../..", "$LIB"] + places)
    }
    return Array(parts.joined(separator: choices.pick([":", ";", "\0"])).utf8)
  }

  private static func segment(_ choices: inout Choices) -> ELFSegmentDescription {
    // PT_NULL, PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NOTE, PT_SHLIB, PT_PHDR, PT_TLS, then GNU's: frame, stack, RELRO,
    // property.
    let types: [UInt32] = [
      0, 1, 2, 3, 4, 5, 6, 7, 0x6474_e550, 0x6474_e551, 0x6474_e552, 0x6474_e553,
      UInt32(truncatingIfNeeded: choices.number()),
    ]
    var segment = ELFSegmentDescription(type: choices.pick(types))
    segment.flags = UInt32(choices.below(8))
    segment.offset = choices.oneIn(2) ? choices.number() : 0
    segment.address = address(&choices)
    segment.fileSize = choices.oneIn(2) ? choices.number() : UInt64(choices.below(64))
    segment.memorySize = choices.oneIn(2) ? choices.number() : segment.fileSize
    segment.alignment = choices.pick([0, 1, 3, 8, 4096, 1 << 21, 1 << 63, choices.number()])
    return segment
  }

  /// Low addresses, the program's own, those of stack, vdso and vsyscall, and kernel addresses.
  private static func address(_ choices: inout Choices) -> UInt64 {
    choices.pick([
      0, 1, 0x1000, 0x1_0000, 0x40_0000, 0x40_0fff, 0x50_0000, 0x5555_5555_4000, 0x7fff_f7ff_0000, 0x7fff_ffff_e000,
      0x7fff_ffff_f000, 1 << 47, 0xffff_8000_0000_0000, 0xffff_ffff_ff60_0000, .max, choices.number(),
    ])
  }

  private static func fault(_ choices: inout Choices) -> ELFFault {
    switch choices.below(8) {
    case 0: .header(choices.pick(ELFFault.HeaderField.allCases), choices.number())
    case 1: .header(.machine, choices.pick([0, 3, 40, 62, 183, 243]))
    case 2: .header(.type, choices.pick([0, 1, 2, 3, 4, 0xfe00, 0xffff]))
    // PN_XNUM moves the count into a section header.
    case 3: .header(.programHeaderCount, choices.pick([0, 1, 64, 65, 0xfffe, 0xffff]))
    case 4: .segment(choices.below(8), choices.pick(ELFFault.SegmentField.allCases), choices.number())
    case 5: .repeatedSegment(choices.below(4))
    case 6: .truncated(choices.below(2048))
    default: .byte(at: choices.below(2048), choices.byte())
    }
  }
}
