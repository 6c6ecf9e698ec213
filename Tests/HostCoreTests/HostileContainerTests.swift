// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Disk, lifecycle and text of hostile families, on a root host and on one of an ordinary user (`security.md`).
@Suite(.serialized) struct HostileContainerTests {
  @Test(arguments: [true, false])
  func `a hostile container is bounded, backed up, restored and removed`(byRoot: Bool) async throws {
    guard geteuid() == 0 || !byRoot else { return }
    await #expect(processExitsWith: .success) { [byRoot = byRoot as Bool] in
      if !byRoot && geteuid() == 0 {
        try OtherAccount.become(750_000 + UInt32(getpid()))
      }
      let families = try ScriptFamilies()
      for name in ["writer", "nester", "steady"] {
        try families.add(name, requests: ["settings", "container.write"])
      }
      try families.scratch.write("{", to: "manifests/\u{9B}31m\u{202E}.json")
      let finished = try families.run()
      // F6: the refused manifest is named, and no control character reaches the terminal.
      let steering = CharacterSet(charactersIn: "\u{9B}\u{202E}\u{1B}")
      #expect((finished.output + finished.complaints).rangeOfCharacter(from: steering) == nil)
      #expect(finished.complaints.contains("\\u{9b}31m\\u{202e}.json"), "\(finished.complaints)")
      // F2: the writer is ended, and the others work.
      let containers = families.state + "/containers/"
      #expect(try Self.kibibytes(containers + "writer") <= 80 << 10)
      for (family, outcome) in [("writer", "killed.container"), ("nester", "applied"), ("steady", "applied")] {
        let outcomes = try families.explain(family).compactMap { $0["outcome"] as? String }
        #expect(outcomes.contains(outcome), "\(family): \(outcomes)")
      }
      // F4: no tree keeps a backup, a restoration or a removal from being whole.
      let (file, target) = (families.scratch.path + "/backup", families.scratch.path + "/restored")
      for arguments in [["backup", file, "--state", families.state], ["restore", file, "--state", target]] {
        let finished = try HostProgram.run(arguments)
        #expect(finished.status == 0, "\(arguments): \(finished.complaints)")
      }
      for family in ["writer", "nester"] {
        let removed = try HostProgram.run(
          ["remove", family, "--state", families.state, "--programs", families.scratch.path + "/programs"])
        #expect(removed.status == 0, "\(removed.complaints)")
        #expect(!FileManager.default.fileExists(atPath: containers + family))
      }
      let restored = try Self.entries(target + "/containers/nester")
      let expected = ["d", "f"].flatMap { kind in
        Self.left.filter { $0.kind == kind }.map { Array("\(kind) ".utf8) + $0.name }
      }
      #expect(Set(expected).subtracting(restored.map(Array.init)).isEmpty, "\(restored.count) entries")
    }
  }

  /// Some of what `nester` leaves.
  private static let left: [(kind: String, name: [UInt8])] = [
    ("d", Array(([String](repeating: "d", count: 40)).joined(separator: "/").utf8)), ("f", [0xFF, 0xFE]),
    ("f", Array("-rf".utf8)), ("f", Array("a\nb".utf8)), ("f", Array("\u{1B}[31m\u{9B}".utf8)),
    ("f", Array("closed/inner/file".utf8)),
  ]

  /// Kind and path of what is in a directory, after its owner has made everything readable.
  private static func entries(_ directory: String) throws -> [Data] {
    try shell("chmod -R u+rwX '\(directory)'; cd '\(directory)' && LC_ALL=C find . -mindepth 1 -printf '%y %P\\0'")
      .split(separator: 0).map { Data($0) }
  }

  private static func kibibytes(_ directory: String) throws -> Int {
    Int(String(decoding: try shell("du -sk '\(directory)' | cut -f1"), as: UTF8.self).dropLast()) ?? .max
  }

  private static func shell(_ command: String) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
