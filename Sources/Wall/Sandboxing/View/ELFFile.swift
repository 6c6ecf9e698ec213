// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parts of an ELF file that the host needs: its interpreter and the names of the libraries it needs.
///
/// Nothing else is read. In particular, DT_RPATH and DT_RUNPATH are left to the dynamic loader, which uses them inside
/// the sandbox.
struct ELFFile: Sendable {
  /// PT_INTERP, an absolute path of printable ASCII; `nil` in a static executable and in most libraries.
  let interpreter: String?
  /// DT_NEEDED in the file's order: names of printable ASCII without a slash.
  let needed: [String]

  var linkMode: LinkMode { interpreter == nil ? .staticExecutable : .dynamic }

  static let longestInterpreter: UInt64 = 256
  static let longestName: UInt64 = 255
  static let mostNeeded = 256

  /// - Parameter file: a regular file, open for reading.
  /// - Throws: `Malformed` for a file that the kernel or the loader would not run unchanged, and for a file that
  ///   changes while it is read.
  init(_ file: Descriptor) throws(Malformed) {
    let bytes = try ELFBytes(file)
    guard bytes.size >= 64 else { throw .notELF }
    let header = try bytes.read(64, at: 0)
    guard header.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { throw .notELF }
    // EI_CLASS, EI_DATA, EI_VERSION: 64 bits, little-endian, version 1.
    guard Array(header.bytes[4...6]) == [2, 1, 1] else { throw .foreignClass }
    guard header.number(at: 18, as: UInt16.self) == Self.machine else { throw .foreignMachine }
    let type = header.number(at: 16, as: UInt16.self)
    guard type == 2 || type == 3 else { throw .notExecutable(type: type) }

    let segments = try ELFSegments(bytes, header: header)
    interpreter = try segments.interpreter.map { segment throws(Malformed) in try Self.interpreter(bytes, segment) }
    needed = try ELFDynamic(bytes, segments)?.neededNames(bytes) ?? []
  }

  /// e_machine of the processor the host runs on.
  private static var machine: UInt16 {
    #if arch(x86_64)
      62
    #elseif arch(arm64)
      183
    #else
      #error("name e_machine of this processor")
    #endif
  }

  /// The kernel uses the bytes up to the first NUL and requires the last to be NUL; the host accepts a single NUL only.
  private static func interpreter(_ bytes: ELFBytes, _ segment: ELFSegment) throws(Malformed) -> String {
    guard (2...longestInterpreter).contains(segment.fileSize) else { throw .interpreterLength(segment.fileSize) }
    let text = try bytes.read(segment.fileSize, at: segment.offset).bytes
    guard text.last == 0, !text.dropLast().contains(0) else { throw .interpreterNotTerminated }
    let path = Array(text.dropLast())
    guard path.first == UInt8(ascii: "/"), path.allSatisfy(isPrintable) else {
      throw .interpreterPath(ELFName(path))
    }
    return String(decoding: path, as: UTF8.self)
  }

  static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) }
}
