// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ELFFile {
  /// The reason the host refuses a file; the description completes the sentence “FILE is refused: …”.
  enum Malformed: Error, Equatable, CustomStringConvertible {
    case notRegular
    case notELF
    case foreignClass
    case foreignMachine
    case notExecutable(type: UInt16)
    /// A header refers to bytes beyond the end of the file, or the file shrank while it was read.
    case outsideFile
    case programHeaders
    case repeated(segment: String)
    case segmentSize
    case segmentOrder
    case segmentAlignment
    case writableCode
    case interpreterLength(UInt64)
    case interpreterNotTerminated
    case interpreterPath(ELFName)
    case dynamicPlace
    case dynamicSize
    case stringTable
    case tooManyNeeded
    case neededName(ELFName)

    var description: String {
      switch self {
      case .notRegular: "it is not a regular file"
      case .notELF: "it is not an ELF file"
      case .foreignClass: "it is not a 64-bit little-endian ELF file of version 1"
      case .foreignMachine: "it is built for another processor"
      case .notExecutable(let type): "it is of ELF type \(type), neither an executable nor a shared object"
      case .outsideFile: "its headers name bytes that the file does not have"
      case .programHeaders: "its table of program headers has a wrong entry size, no entry, or more than 64"
      case .repeated(let segment): "it has more than one \(segment) segment"
      case .segmentSize: "a segment is larger in the file than in memory, or ends beyond the address space"
      case .segmentOrder: "its PT_LOAD segments overlap or are not in ascending order"
      case .segmentAlignment: "a segment has an alignment that its address and its place in the file contradict"
      case .writableCode: "it asks for memory that is writable and executable"
      case .interpreterLength(let length):
        "its PT_INTERP has \(length) bytes; from 2 to \(ELFFile.longestInterpreter) are allowed"
      case .interpreterNotTerminated: "its PT_INTERP is not one text that ends in a NUL byte"
      case .interpreterPath(let path): "its PT_INTERP “\(path)” is not an absolute path of printable ASCII"
      case .dynamicPlace: "its PT_DYNAMIC differs between the file and memory"
      case .dynamicSize: "its dynamic table does not end in DT_NULL within 4096 entries"
      case .stringTable: "its dynamic string table is missing, repeated, or outside its PT_LOAD segments"
      case .tooManyNeeded: "it needs more than \(ELFFile.mostNeeded) libraries"
      case .neededName(let name):
        "it needs the library “\(name)”, which is not a plain name of 1 to \(ELFFile.longestName) ASCII characters"
      }
    }
  }
}

/// Text from a hostile file for a message: at most 64 bytes, with everything but printable ASCII escaped.
struct ELFName: Equatable, CustomStringConvertible {
  let description: String

  init(_ bytes: [UInt8]) {
    let shown = bytes.prefix(64).map { byte in
      if ELFFile.isPrintable(byte) && byte != UInt8(ascii: "\\") { return String(UnicodeScalar(byte)) }
      return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    description = shown.joined() + (bytes.count > 64 ? "…" : "")
  }
}
