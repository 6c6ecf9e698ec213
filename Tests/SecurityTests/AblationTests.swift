// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@testable import Sandboxing
@testable import WallTrials

/// Every layer is necessary: omitted, alone or with the layers that overlap it, it lets at least one attack through
/// (`sandbox.md#layers`).
@Suite(.serialized) struct AblationTests {
  struct Removal: Sendable, CustomTestStringConvertible {
    var layer: String
    var together: [String] = []
    var witnesses: [String]
    /// Only a root host can assign a uid or make a program set-uid root.
    var needsRoot = false
    var testDescription: String { ([layer] + together).joined(separator: " and ") }
  }

  static let removals: [Removal] = [
    Removal(
      layer: "filter",
      witnesses: [
        "PR21.fork", "PR30.memfd", "KS02.userfaultfd", "FS31.chmod", "FS31.creation", "NW10.vsock", "KS09.memfd",
        "RE02.shared", "RE18.fallocate", "KS25.clocks", "KS26.advice", "KS27.remap", "KS28.maps", "KS29.barriers",
        "KS30.flags",
      ]),
    Removal(
      layer: "ticket", witnesses: ["PR31.descriptor", "PR37.absolute", "PR37.directory", "PR37.pointers"]),
    Removal(
      layer: "landlock", together: ["mount"],
      witnesses: ["FS01.open", "FS07.append", "FS09.unlink", "FS21.neighbour", "FS22.dot-files", "PR03.cmdline"]),
    Removal(layer: "mount", witnesses: ["FS12.stat", "FS13.access", "FS14.chdir", "PR02.stat"]),
    Removal(
      layer: "pid", together: ["filter"],
      witnesses: ["PR16.prlimit", "PR17.setpriority", "PR20.oracles", "PR08.oracle"]
    ),
    Removal(layer: "net", together: ["filter"], witnesses: ["NW05.datagram", "NW03.fast-open"]),
    Removal(layer: "ipc", together: ["filter"], witnesses: ["IP01.segment", "IP02.channel", "IP03.semaphore"]),
    Removal(layer: "time", together: ["filter"], witnesses: ["CV01.time"]),
    Removal(layer: "uts", witnesses: ["IH13.names"]),
    Removal(layer: "cgroupns", witnesses: ["CV06.cgroup"]),
    Removal(layer: "identity", witnesses: ["PR32.root", "RE07.threads"], needsRoot: true),
    Removal(layer: "limits", witnesses: ["RE09.timers", "RE11.file"]),
    Removal(layer: "address-space", witnesses: ["RE02.reserve"]),
    Removal(layer: "descriptors", witnesses: ["IH01.read", "IH02.write"]),
    Removal(layer: "clean-start", witnesses: ["IH07.signals"]),
    Removal(layer: "session", together: ["filter", "landlock"], witnesses: ["PR07.group"]),
    Removal(layer: "nnp", together: ["filter", "landlock", "mount"], witnesses: ["PR29.set-id"], needsRoot: true),
    Removal(layer: "exec-memory", together: ["filter"], witnesses: ["KS18.map", "KS19.protect"]),
  ]

  @Test(arguments: removals) func `without the layer, an attack succeeds`(removal: Removal) async {
    guard geteuid() == 0 || !removal.needsRoot else { return }
    let layers = [removal.layer] + removal.together
    var cells: [String] = []
    var succeeded = 0
    for name in removal.witnesses {
      guard let attack = Attack.all.first(where: { $0.name == name }) else {
        Issue.record("there is no attack \(name)")
        continue
      }
      do {
        let verdict = try await onOwnThread { try AblatedWall(without: layers).verdict(of: attack) }
        if case .succeeded = verdict { succeeded += 1 }
        cells.append("\(name) \(Self.word(verdict))")
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
    print("without \(layers.joined(separator: ", ")): \(cells.joined(separator: "; "))")
    #expect(succeeded > 0, "\(removal.testDescription): nothing shows that the layer is needed")
  }

  /// Landlock permits a dynamic executable's loader to be executed, so only the ticket keeps it from running files.
  @Test(arguments: [SandboxVariant.confined, .sealedFiles])
  func `without the ticket a dynamic executable can run its loader and itself`(wall: SandboxVariant) async throws {
    let directory = "/tmp/dynamic-ticket-\(getpid())-\(wall.rawValue.count)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let program = try Programs.dynamicAttack(in: directory)
    for name in ["PR31.descriptor", "PR37.loader"] {
      let attack = try #require(Attack.all.first { $0.name == name })
      func verdict(without layers: [String]) async throws -> Verdict {
        try await onOwnThread {
          try AblatedWall(without: layers, wall: wall).verdict(of: attack, by: program)
        }
      }
      guard case .succeeded(let evidence) = try await verdict(without: ["ticket"]) else {
        Issue.record("\(name) gets nowhere without the ticket")
        continue
      }
      #expect(evidence.contains("called exec again"), "the host sees it: \(evidence)")
      guard case .contained = try await verdict(without: []) else {
        Issue.record("\(name) succeeds with the ticket")
        continue
      }
    }
  }

  /// An attack that fails with every layer off is stopped by something else on this machine, so it proves no layer.
  @Test(.enabled(if: geteuid() == 0, "needs a uid of its own, so that attacks reach no other process"))
  func `with every layer off most attacks succeed, and the others are named`() async throws {
    let wall = AblatedWall(
      without: ["filter", "landlock", "mount", "descriptors", "clean-start", "session", "nnp", "exec-memory"],
      isBare: true)
    var succeeded: [String] = []
    var idle: [String] = []
    for attack in Attack.all where !attack.isControl && !Self.floods.contains(attack.row) {
      guard attack.walls.contains(.confined) || attack.walls.contains(.sealedFiles) else { continue }
      switch try await onOwnThread({ try wall.verdict(of: attack) }) {
      case .succeeded, .residual: succeeded.append(attack.name)
      case .contained, .unexpected: idle.append(attack.name)
      }
    }
    print("with every layer off \(succeeded.count) attacks succeed")
    print("these prove nothing on this machine: \(idle.joined(separator: " "))")
    #expect(succeeded.count > idle.count)
  }

  /// Without a limit these continue until the machine runs out of resources.
  private static let floods: Set<String> = [
    "RE01", "RE02", "RE05", "RE06", "RE07", "RE10", "RE12", "RE15", "FS35", "FS36",
  ]

  private static func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .succeeded: "succeeds"
    case .residual: "stays open"
    case .contained(let how): "is contained (\(how))"
    case .unexpected(let text): "gets nowhere (\(text))"
    }
  }
}
