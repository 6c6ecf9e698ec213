// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostileBinaries
import Testing

/// The build steps of a hostile program, and the required outcome.
struct HostileRecipe: CustomTestStringConvertible, Sendable {
  struct Program {
    var executable = "extension"
    var assets: [String] = []
    var interpreter: String?
  }

  enum Outcome: Sendable {
    /// It runs and reads nothing of the host.
    case reachesNothing
    /// The host refuses it before a launch, with this text.
    case refused(String)
  }

  var testDescription: String
  let outcome: Outcome
  private let make: @Sendable (String, HostileWorld) throws -> Program

  init(
    _ name: String, _ outcome: Outcome, _ make: @escaping @Sendable (String, HostileWorld) throws -> Program
  ) {
    testDescription = name
    self.outcome = outcome
    self.make = make
  }

  func build(in directory: String, _ world: HostileWorld) throws -> Program {
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      try FileManager.default.removeItem(atPath: directory + "/" + name)
    }
    return try make(directory, world)
  }

  // MARK: - Recipes

  private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/hostile/reach.c").path

  /// The program of `reach.c`, linked with these flags.
  private static func linked(
    _ name: String, _ outcome: Outcome, _ flags: @escaping @Sendable (String, HostileWorld) throws -> [String]
  ) -> HostileRecipe {
    HostileRecipe(name, outcome) { directory, world in
      try compile([source, "-o", directory + "/extension"] + flags(directory, world))
      return Program()
    }
  }

  private static func compile(_ arguments: [String]) throws {
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-O1"] + arguments
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw TrialFailure(text: "cc \(arguments) failed") }
  }

  private static func searchPath(_ tag: String, _ name: String, _ place: @escaping @Sendable (HostileWorld) -> String)
    -> HostileRecipe
  {
    linked("\(tag) to \(name)", .reachesNothing) { _, world in
      ["-Wl,-rpath,\(place(world))", tag == "RPATH" ? "-Wl,--disable-new-dtags" : "-Wl,--enable-new-dtags"]
    }
  }

  /// Bytes that no linker wrote.
  private static func raw(
    _ name: String, _ outcome: Outcome, _ change: @escaping @Sendable (inout ELFDescription, HostileWorld) -> Void
  ) -> HostileRecipe {
    HostileRecipe(name, outcome) { directory, world in
      var description = ELFDescription()
      description.code = ProbeProgram.code(paths: world.paths)
      change(&description, world)
      try write(description.bytes, to: directory + "/extension")
      return Program()
    }
  }

  private static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o755) throws {
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, mode)
  }

  private static func script(_ name: String, _ interpreter: @escaping @Sendable (String, HostileWorld) throws -> String)
    -> HostileRecipe
  {
    HostileRecipe("a script with \(name)", .refused("is not one that extensions can have")) { directory, world in
      let path = try interpreter(directory, world)
      try write(Array("#!\(path)\nprint()\n".utf8), to: directory + "/extension")
      return Program(interpreter: path)
    }
  }

  static let all: [HostileRecipe] = searchPaths + libraries + interpreters + images + scripts

  private static let searchPaths = ["RPATH", "RUNPATH"].flatMap { tag in
    [
      searchPath(tag, "the account's home") { $0.home }, searchPath(tag, "the host's state") { $0.state },
      searchPath(tag, "the keys of the state") { $0.state + "/keys" },
      searchPath(tag, "another family's bundle") { $0.otherBundle },
      searchPath(tag, "a sealed copy") { $0.sealedCopy }, searchPath(tag, "/dev") { _ in "/dev" },
      searchPath(tag, "several places and $ORIGIN") { "$ORIGIN/../../..:\($0.home)::/" },
    ]
  }

  private static let libraries: [HostileRecipe] = [
    linked("a needed library by path", .refused("not a plain name")) { directory, world in
      try compile([
        "-shared", "-x", "c", "/dev/null", "-o", directory + "/libx.so", "-Wl,-soname,\(world.key)",
      ])
      return ["-Wl,--no-as-needed", directory + "/libx.so"]
    },
    linked("a needed library with dots", .refused("not a plain name")) { directory, _ in
      try compile([
        "-shared", "-x", "c", "/dev/null", "-o", directory + "/libx.so", "-Wl,-soname,../../../keys/root.key",
      ])
      return ["-Wl,--no-as-needed", directory + "/libx.so"]
    },
    HostileRecipe("a bundled library that names an interpreter", .refused("asks for the loader")) { directory, world in
      let text = "const char loader[] __attribute__((section(\".interp\"), used)) = \"\(world.key)\";\n"
      try write(Array(text.utf8), to: directory + "/library.c")
      try compile(["-shared", directory + "/library.c", "-o", directory + "/libown.so"])
      try compile([
        source, "-o", directory + "/extension", "-Wl,--no-as-needed", "-L", directory, "-lown", "-Wl,-rpath,$ORIGIN",
      ])
      return Program(assets: ["libown.so"])
    },
    HostileRecipe("a bundled library that needs one by path", .refused("not a plain name")) { directory, world in
      var library = ELFDescription()
      library.link = .relocatable
      library.dynamic = [.name(tag: ELFDescription.needed, text: Array(world.key.utf8))]
      try write(library.bytes, to: directory + "/libown.so")
      try compile([source, "-o", directory + "/extension"])
      return Program(assets: ["libown.so"])
    },
  ]

  private static let interpreters: [HostileRecipe] = [
    linked("a loader of the host's state", .refused("asks for the loader")) { _, world in
      ["-Wl,--dynamic-linker=\(world.key)"]
    },
    linked("a loader in the bundle", .refused("asks for the loader")) { _, _ in ["-Wl,--dynamic-linker=/bundle/loader"]
    },
    linked("a relative loader", .refused("not an absolute path")) { _, _ in ["-Wl,--dynamic-linker=../loader"] },
    linked("another loader of the system", .refused("asks for the loader")) { _, _ in
      ["-Wl,--dynamic-linker=/lib/ld-linux.so.2"]
    },
  ]

  /// Unusual linker options, and bytes that no linker writes.
  private static let images: [HostileRecipe] = [
    linked("a static program", .reachesNothing) { _, _ in ["-static"] },
    linked("a static program that can be moved", .reachesNothing) { _, world in
      ["-static-pie", "-Wl,-rpath,\(world.home)"]
    },
    linked("a program without a separate code segment", .reachesNothing) { _, _ in ["-Wl,-z,noseparate-code"] },
    linked("a program that binds at once", .reachesNothing) { _, _ in ["-Wl,-z,now", "-Wl,-z,norelro"] },
    linked("an executable stack", .refused("writable and executable")) { _, _ in ["-Wl,-z,execstack"] },
    raw("writable code", .refused("writable and executable")) { file, _ in file.faults = [.segment(0, .flags, 7)] },
    raw("the bytes of a program", .reachesNothing) { _, _ in },
    raw("the bytes of a program that can be moved", .reachesNothing) { file, _ in file.link = .relocatable },
    raw("a search path without a loader", .reachesNothing) { file, world in
      file.dynamic = [.name(tag: ELFDescription.runPath, text: Array("\(world.home):\(world.state)".utf8))]
    },
    raw("a note that is malformed", .reachesNothing) { file, _ in
      var note = ELFSegmentDescription(type: 4)
      (note.offset, note.fileSize) = (1, .max)
      file.segments = [note]
    },
    raw("ten thousand needed libraries", .refused("DT_NULL")) { file, _ in
      file.dynamic = [ELFDescription.Entry](
        repeating: .name(tag: ELFDescription.needed, text: Array("libc.so.6".utf8)), count: 10_000)
    },
    raw("a core dump", .refused("ELF type 4")) { file, _ in file.faults = [.header(.type, 4)] },
    raw("another processor", .refused("another processor")) { file, _ in file.faults = [.header(.machine, 243)] },
    raw("a count of headers in a section header", .refused("program headers")) { file, _ in
      file.faults = [.header(.programHeaderCount, 0xffff)]
    },
    raw("a program cut off", .refused("does not have")) { file, _ in file.faults = [.truncated(280)] },
  ]

  private static let scripts: [HostileRecipe] = [
    script("an interpreter in the attacker's directory") { directory, _ in
      try write(ProbeProgram.bytes(paths: []), to: directory + "/interpreter")
      return directory + "/interpreter"
    },
    script("an interpreter that its owner alone may read") { directory, _ in
      try write(ProbeProgram.bytes(paths: []), to: directory + "/interpreter", mode: 0o700)
      return directory + "/interpreter"
    },
    script("a file of the state") { _, world in world.key },
    script("an interpreter in its bundle") { _, _ in "/bundle/interpreter" },
    script("an interpreter in its container") { _, _ in "/container/interpreter" },
    script("env") { _, _ in "/usr/bin/env" },
    script("the loader") { _, _ in ELFGrammar.loader },
    script("dots on the way") { _, _ in "/usr/bin/../bin/python3" },
  ]
}

struct TrialFailure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}
