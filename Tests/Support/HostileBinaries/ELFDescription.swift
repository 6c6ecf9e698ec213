// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The description of an ELF file at the level of a linker; `bytes` lays it out.
///
/// An unchanged description is a file that the host accepts. `faults` are applied to the finished bytes.
package struct ELFDescription: Sendable {
  package enum Link: Sendable {
    /// ET_EXEC at a fixed address.
    case fixed
    /// ET_DYN, a program or a library.
    case relocatable
  }

  /// An entry of the dynamic table.
  package enum Entry: Sendable {
    case name(tag: UInt64, text: [UInt8])
    case number(tag: UInt64, value: UInt64)
  }

  package static let needed: UInt64 = 1
  package static let searchPath: UInt64 = 15
  package static let runPath: UInt64 = 29

  package var link = Link.fixed
  /// The bytes of PT_INTERP, including its NUL.
  package var interpreter: [UInt8]?
  /// `nil` omits PT_DYNAMIC.
  package var dynamic: [Entry]?
  /// Headers in addition to those for the parts above.
  package var segments: [ELFSegmentDescription] = []
  /// Machine code; its first byte is the entry point.
  package var code: [UInt8] = []
  package var faults: [ELFFault] = []

  package init() {}

  package var bytes: [UInt8] {
    let count = 2 + (interpreter == nil ? 0 : 1) + (dynamic == nil ? 0 : 1) + segments.count
    var layout = ELFLayout(segments: count, base: link == .fixed ? 0x40_0000 : 0)
    // The kernel requires PT_INTERP before the first PT_LOAD.
    if let interpreter { layout.add(type: 3, interpreter) }
    if let dynamic { layout.add(dynamic) }
    let entry = layout.place(code).address
    layout.finish()
    var file = layout.file(link: link, entry: entry, besides: segments)
    for fault in faults { fault.apply(to: &file) }
    return file
  }
}

package struct ELFSegmentDescription: Sendable {
  package var type: UInt32
  package var flags: UInt32 = 4
  package var offset: UInt64 = 0
  package var address: UInt64 = 0
  package var fileSize: UInt64 = 0
  package var memorySize: UInt64 = 0
  package var alignment: UInt64 = 8

  package init(type: UInt32) { self.type = type }

  static let size = 56

  var bytes: [UInt8] {
    ELFFault.little(UInt64(type), 4) + ELFFault.little(UInt64(flags), 4)
      + [offset, address, address, fileSize, memorySize, alignment].flatMap { ELFFault.little($0, 8) }
  }
}
