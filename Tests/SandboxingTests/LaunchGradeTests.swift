// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// The grade of a launch reflects what was observed of that launch.
@Suite struct LaunchGradeTests {
  /// Namespaces that a launch shares with the host, according to the kernel.
  private static func shared(with process: LaunchedProcess) -> [Protection] {
    Protection.namespaces.filter { protection in
      guard let name = protection.namespace?.name else { return false }
      let links = ["self", "\(process.pid)"].map {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/ns/\(name)")
      }
      return links[0] == links[1]
    }.sorted()
  }

  @Test func `a launch without anything missing is confined or sealed (H11)`() throws {
    let fixture = try SandboxFixture()
    let confined = try fixture.launcher.launch(try fixture.confined())
    let sealed = try fixture.launcher.launch(try fixture.sealed())
    #expect(confined.grade?.description == "confined" && sealed.grade?.description == "sealed")
  }

  /// For any accepted protections, the grade names exactly the namespaces that the kernel reports as shared.
  @Test func `a launch that lacks a protection is degraded and names it (H11)`() throws {
    let fixture = try SandboxFixture()
    var random = SeededNumbers(state: 11)
    let optional: [Protection] = [.ownIPCNamespace, .ownUTSNamespace, .ownCgroupNamespace, .ownTimeNamespace]
    var seen: Set<[Protection]> = []
    for round in 0..<12 {
      var specification = try round.isMultiple(of: 2) ? fixture.confined() : fixture.sealed()
      specification.acceptedMissing = Set(optional.filter { _ in Bool.random(using: &random) })
      let process = try fixture.launcher.launch(specification)
      let grade = try #require(process.grade)
      #expect(grade.missing == Self.shared(with: process))
      #expect(grade.missing == specification.acceptedMissing.sorted())
      #expect((grade.grade == .degraded) == !grade.missing.isEmpty)
      seen.insert(grade.missing)
    }
    #expect(seen.count > 5)
  }

  @Test func `a flat launch and one without Landlock are degraded too (H11)`() throws {
    let fixture = try SandboxFixture()
    var flat = try fixture.confined()
    flat.acceptedMissing = Protection.namespaces
    let process = try fixture.launcher.launch(flat)
    #expect(process.grade?.missing == Protection.namespaces.sorted())
    var open = try fixture.sealed()
    open.acceptedMissing = [.landlockFiles]
    #expect(try fixture.launcher.launch(open).grade?.description == "degraded without landlock-files")
  }

  @Test func `a namespace that is the host's own counts as missing, whatever the plan says (H11)`() {
    #expect(SealAudit.sharedNamespaces(of: getpid(), among: Protection.namespaces) == Protection.namespaces)
  }

  @Test func `an exited process shares no namespace`() throws {
    let fixture = try SandboxFixture()
    let process = try fixture.launcher.launch(try fixture.sealed())
    process.kill()
    for _ in 0..<1000 where FileSystem.link(at: "/proc/\(process.pid)/exe") != nil { usleep(1000) }
    #expect(process.grade == LaunchGrade(isSealed: true, missing: []))
  }
}

/// SplitMix64.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
