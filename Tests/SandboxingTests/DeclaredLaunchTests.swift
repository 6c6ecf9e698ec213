// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Glibc
import Testing

@testable import Sandboxing

@Suite struct DeclaredLaunchTests {
  private static var limits: ExtensionLimits {
    var limits = PointRules.rules(for: .monitor).standardLimits
    limits.memoryMiB = 7
    limits.cpuS = 3
    return limits
  }

  private func specification(
    _ point: ExtensionPoint, _ granted: Set<Capability>, fitting: ExtensionDeclaration.FilesystemAccess? = nil,
    interpreter: String? = nil, executable: String = "/b/e"
  ) -> LaunchSpecification {
    let parts = executable.split(separator: "/")
    return DeclaredLaunch(
      point: point, granted: granted, fitting: fitting, limits: Self.limits, interpreter: interpreter, wire: .fds,
      locks: false
    ).specification(
      of: InstalledBundle(
        directory: "/" + parts.dropLast().joined(separator: "/"), executable: String(parts.last ?? ""),
        record: InstallRecord(stat())), runtimeImage: nil,
      container: "/c", identity: nil, timeZone: "UTC", acceptedMissing: [])
  }

  @Test func `gives a container to confined points that were granted one`() {
    #expect(specification(.monitor, []).containerDirectory == nil)
    #expect(specification(.monitor, [.containerRead]).containerDirectory == "/c")
    #expect(!specification(.monitor, [.containerRead]).containerIsWritable)
    #expect(specification(.monitor, [.containerWrite]).containerIsWritable)
    #expect(specification(.report, [.containerWrite]).containerDirectory == nil)
  }

  @Test func `never lets a widget write its container`() {
    #expect(specification(.widget, [.containerWrite]).containerDirectory == "/c")
    #expect(!specification(.widget, [.containerWrite]).containerIsWritable)
  }

  @Test func `takes the profile from the point and the fitting, and the budgets from the manifest`() {
    #expect(specification(.report, []).profile == .sealed(.compute))
    #expect(specification(.report, [], fitting: .files).profile == .sealed(.files))
    #expect(specification(.monitor, [], fitting: .files).profile == .confined)
    #expect(specification(.monitor, []).limits == LaunchLimits(memoryMiB: 7, cpuSeconds: 3))
    #expect(specification(.app, []).limits.isApp)
  }

  @Test func `a silent manifest gives files to sealed scripts and dynamic programs, and none to static ones`() throws {
    let shell = try #require(FileSystem.resolved("/bin/sh"))
    let canary = SandboxFixture.launcherPath
    #expect(specification(.shieldConfiguration, [], interpreter: "/bin/sh").profile == .sealed(.files))
    #expect(specification(.report, [], executable: shell).profile == .sealed(.files))
    #expect(specification(.report, [], executable: canary).profile == .sealed(.compute))
    // A manifest that names an access decides, also where the launch then refuses the program.
    #expect(specification(.report, [], fitting: .compute, executable: shell).profile == .sealed(.compute))
    #expect(specification(.monitor, [], executable: shell).profile == .confined)
  }

  @Test func `halves memory, processor time and files for a trial, and nothing else`() {
    var limits = LaunchLimits(memoryMiB: 512, cpuSeconds: 5)
    let whole = limits.values(profile: .sealed(.files), perUID: false)
    limits.isHalved = true
    let half = limits.values(profile: .sealed(.files), perUID: false)
    let halved = zip(whole, half).filter { $0.value == 2 * $1.value && $1.value > 0 }.map(\.0.name)
    #expect(
      halved == ["Max cpu time", "Max file size", "Max data size", "Max open files", "Max address space"])
    #expect(zip(whole, half).allSatisfy { halved.contains($0.name) || $0.value == $1.value })
    #expect(limits.memoryBytes == 256 << 20)
  }
}
