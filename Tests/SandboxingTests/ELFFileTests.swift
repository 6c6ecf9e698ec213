// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostileBinaries
import Testing

@testable import Sandboxing

/// The host's ELF reader and the errors for files that it refuses.
@Suite struct ELFFileTests {
  private static func read(_ bytes: [UInt8]) throws -> ELFFile {
    let name = "/tmp/elf-file-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try #require(FileManager.default.createFile(atPath: name, contents: Data(bytes)))
    defer { unlink(name) }
    return try ELFFile(Descriptor.open(name, flags: O_RDONLY))
  }

  private static func description(needed: [String] = [], interpreter: String? = nil) -> ELFDescription {
    var description = ELFDescription()
    description.interpreter = interpreter.map { Array($0.utf8) + [0] }
    description.dynamic = needed.map { .name(tag: ELFDescription.needed, text: Array($0.utf8)) }
    return description
  }

  @Test func `reads the interpreter and the needed libraries`() throws {
    let file = try Self.read(Self.description(needed: ["libc.so.6", "libm.so.6"], interpreter: "/lib/loader").bytes)
    #expect(file.interpreter == "/lib/loader")
    #expect(file.needed == ["libc.so.6", "libm.so.6"])
    #expect(file.linkMode == .dynamic)
    let plain = try Self.read(ELFDescription().bytes)
    #expect(plain.interpreter == nil && plain.needed.isEmpty && plain.linkMode == .staticExecutable)
  }

  @Test(arguments: [ELFDescription.searchPath, ELFDescription.runPath])
  func `does not read a search path, whatever it holds`(tag: UInt64) throws {
    var description = Self.description(needed: ["libc.so.6"])
    description.dynamic?.append(.name(tag: tag, text: Array("/home:/dev:../../\u{1b}".utf8)))
    description.dynamic?.append(.number(tag: tag, value: .max))
    #expect(try Self.read(description.bytes).needed == ["libc.so.6"])
  }

  @Test func `accepts the system's programs and libraries`() throws {
    for path in ["/bin/sh", "/usr/bin/env", SandboxFixture.launcherPath] {
      let real = try #require(FileSystem.resolved(path))
      _ = try ELFFile(Descriptor.open(real, flags: O_RDONLY))
    }
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var malformed: ELFFile.Malformed
    var description: ELFDescription

    init(_ name: String, _ malformed: ELFFile.Malformed, _ change: (inout ELFDescription) -> Void) {
      testDescription = name
      self.malformed = malformed
      description = ELFFileTests.description(needed: ["libc.so.6"], interpreter: "/lib/loader")
      change(&description)
    }
  }

  // Program headers of the description: PT_INTERP, PT_DYNAMIC, PT_LOAD, PT_GNU_STACK, then `segments`.
  static let refusals: [Refusal] = [
    Refusal("no magic", .notELF) { $0.faults = [.byte(at: 0, 0)] },
    Refusal("shorter than a header", .notELF) { $0.faults = [.truncated(63)] },
    Refusal("32 bits", .foreignClass) { $0.faults = [.header(.elfClass, 1)] },
    Refusal("big-endian", .foreignClass) { $0.faults = [.header(.data, 2)] },
    Refusal("another machine", .foreignMachine) { $0.faults = [.header(.machine, 243)] },
    Refusal("an object file", .notExecutable(type: 1)) { $0.faults = [.header(.type, 1)] },
    Refusal("a core dump", .notExecutable(type: 4)) { $0.faults = [.header(.type, 4)] },
    Refusal("no program header", .programHeaders) { $0.faults = [.header(.programHeaderCount, 0)] },
    Refusal("PN_XNUM", .programHeaders) { $0.faults = [.header(.programHeaderCount, 0xffff)] },
    Refusal("entries of another size", .programHeaders) { $0.faults = [.header(.programHeaderSize, 55)] },
    Refusal("a table beyond the end", .outsideFile) { $0.faults = [.header(.programHeaders, .max - 10)] },
    Refusal("a table cut off", .outsideFile) { $0.faults = [.truncated(200)] },
    Refusal("a segment cut off", .outsideFile) { $0.faults = [.truncated(300)] },
    Refusal("a segment beyond the end", .outsideFile) { $0.faults = [.segment(2, .offset, 1 << 62)] },
    Refusal("two PT_INTERP", .repeated(segment: "PT_INTERP")) { $0.segments = [.init(type: 3)] },
    Refusal("two PT_DYNAMIC", .repeated(segment: "PT_DYNAMIC")) { $0.segments = [.init(type: 2)] },
    Refusal("more bytes in the file than in memory", .segmentSize) { $0.faults = [.segment(2, .memorySize, 1)] },
    Refusal("an end that overflows", .segmentSize) { $0.faults = [.segment(2, .address, .max - 0xfff)] },
    Refusal("the kernel's half of the addresses", .segmentSize) { $0.faults = [.segment(2, .address, 1 << 47)] },
    Refusal("overlapping segments", .segmentOrder) { $0.segments = [load(address: 0x40_0000)] },
    Refusal("descending segments", .segmentOrder) { $0.segments = [load(address: 0x1000)] },
    Refusal("an alignment of three", .segmentAlignment) { $0.faults = [.segment(2, .alignment, 3)] },
    Refusal("an address inside a page", .segmentAlignment) { $0.faults = [.segment(2, .address, 0x40_0010)] },
    Refusal("writable code", .writableCode) { $0.faults = [.segment(2, .flags, 7)] },
    Refusal("an executable stack", .writableCode) { $0.faults = [.segment(3, .flags, 7)] },
    Refusal("an empty interpreter", .interpreterLength(1)) { $0.interpreter = [0] },
    Refusal("an interpreter of 257 bytes", .interpreterLength(257)) {
      $0.interpreter = [0x2f] + [UInt8](repeating: 0x61, count: 255) + [0]
    },
    Refusal("an interpreter of many pages", .interpreterLength(1 << 40)) {
      $0.faults = [.segment(0, .fileSize, 1 << 40)]
    },
    Refusal("an interpreter without an end", .interpreterNotTerminated) { $0.interpreter = Array("/lib/l".utf8) },
    Refusal("two interpreters in one", .interpreterNotTerminated) { $0.interpreter = Array("/l\0/m\0".utf8) },
    Refusal("a relative interpreter", .interpreterPath(ELFName(Array("../l".utf8)))) {
      $0.interpreter = Array("../l\0".utf8)
    },
    Refusal("an interpreter that steers a terminal", .interpreterPath(ELFName(Array("/\u{1b}[2J".utf8)))) {
      $0.interpreter = Array("/\u{1b}[2J\0".utf8)
    },
    Refusal("a dynamic table that is another in memory", .dynamicPlace) {
      $0.faults = [.segment(1, .address, 0x40_0100)]
    },
    Refusal("a dynamic table of half an entry", .dynamicSize) { $0.faults = [.segment(1, .fileSize, 8)] },
    Refusal("a dynamic table without an end", .dynamicSize) { $0.faults = [.segment(1, .fileSize, 48)] },
    Refusal("two string tables", .stringTable) { $0.dynamic?.append(.number(tag: 5, value: 0x40_0000)) },
    Refusal("a name outside the string table", .stringTable) {
      $0.dynamic?.append(.number(tag: ELFDescription.needed, value: .max))
    },
    Refusal("257 libraries", .tooManyNeeded) { $0.dynamic = many(257) },
    Refusal("10,000 libraries", .dynamicSize) { $0.dynamic = many(10_000) },
  ]

  private static func many(_ count: Int) -> [ELFDescription.Entry] {
    [ELFDescription.Entry](repeating: .name(tag: ELFDescription.needed, text: [0x6c]), count: count)
  }

  private static func load(address: UInt64) -> ELFSegmentDescription {
    var segment = ELFSegmentDescription(type: 1)
    segment.address = address
    segment.fileSize = 16
    segment.memorySize = 16
    return segment
  }

  @Test(arguments: refusals) func `refuses a malformed file with its reason`(_ refusal: Refusal) {
    #expect(throws: refusal.malformed) { try Self.read(refusal.description.bytes) }
  }

  @Test(arguments: [
    "", ".", "..", "/", "/etc/shadow", "../libx.so", "$ORIGIN/libx.so", "liba/", "lib\u{1b}[2J.so", "lib\n.so",
    "lib\u{202e}.so", String(repeating: "n", count: 256),
  ])
  func `refuses a library name that is not a plain name`(_ name: String) {
    let error = #expect(throws: ELFFile.Malformed.self) { try Self.read(Self.description(needed: [name]).bytes) }
    let isEscaped = error?.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } ?? false
    #expect(isEscaped && error?.description.contains("\u{202e}") == false)
  }

  @Test func `accepts 256 libraries and names of 255 characters`() throws {
    var description = ELFDescription()
    description.dynamic = Self.many(256)
    #expect(try Self.read(description.bytes).needed.count == 256)
    let name = String(repeating: "n", count: 255)
    #expect(try Self.read(Self.description(needed: [name]).bytes).needed == [name])
  }

  @Test func `every file of the grammar yields a value or a reason`() throws {
    var taken = 0
    for seed in 0..<4000 {
      var choices = Choices(seed: UInt64(seed))
      let bytes = ELFGrammar.description(&choices, places: ["/home", "/dev"]).bytes
      do throws(ELFFile.Malformed) {
        let file = try Result { try Self.read(bytes) }.mapError { $0 as? ELFFile.Malformed ?? .notRegular }.get()
        taken += 1
        #expect(file.needed.allSatisfy { !$0.isEmpty && !$0.contains("/") && $0 != "." && $0 != ".." }, "seed \(seed)")
        #expect(file.interpreter.map { $0.hasPrefix("/") && $0.utf8.count < 256 } ?? true, "seed \(seed)")
      } catch {
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "seed \(seed): \(error)")
      }
    }
    #expect((100..<3900).contains(taken), "\(taken) of 4000 are taken")
  }

  @Test func `refuses every truncated file`() throws {
    let bytes = Self.description(needed: ["libc.so.6"], interpreter: "/lib/loader").bytes
    for count in 0..<bytes.count {
      #expect(throws: ELFFile.Malformed.self, "\(count) bytes") { try Self.read(Array(bytes[..<count])) }
    }
  }

  @Test(arguments: FileChange.allCases) func `reads a file that changes after it was opened, or refuses it`(
    _ change: FileChange
  ) throws {
    let bytes = Self.description(needed: ["libc.so.6"], interpreter: "/lib/loader").bytes
    let (path, other) = ("/tmp/elf-change-\(getpid())-\(change)", "/tmp/elf-other-\(getpid())-\(change)")
    try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    try #require(FileManager.default.createFile(atPath: other, contents: Data("#!/bin/sh\n".utf8)))
    defer {
      try? FileManager.default.removeItem(atPath: path)
      unlink(other)
    }
    let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    change.apply(to: path, other: other)
    switch change {
    case .truncated, .rewritten: #expect(throws: ELFFile.Malformed.self) { try ELFFile(file) }
    default: #expect(try ELFFile(file).needed == ["libc.so.6"])
    }
  }

  @Test func `refuses what is not a regular file`() throws {
    for path in ["/tmp", "/dev/null"] {
      #expect(throws: ELFFile.Malformed.notRegular) { try ELFFile(Descriptor.open(path, flags: O_RDONLY)) }
    }
  }
}
