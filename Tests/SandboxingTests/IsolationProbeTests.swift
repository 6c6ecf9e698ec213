// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

@Suite struct IsolationProbeTests {
  private static let isStatic: Bool = {
    let path = (SandboxFixture.launcherPath as NSString).deletingLastPathComponent + "/sallyport-canary"
    guard let file = try? Descriptor.open(path, flags: O_RDONLY) else { return false }
    return (try? ELFFile(file))?.linkMode == .staticExecutable
  }()

  @Test(.enabled(if: isStatic, "needs a statically linked sallyport-canary"))
  func `this machine gets both grades with no protection missing`() throws {
    let fixture = try SandboxFixture()
    let canary = (SandboxFixture.launcherPath as NSString).deletingLastPathComponent
    let probe = IsolationProbe(
      launcher: fixture.launcher, canary: canary, scratch: fixture.directory,
      identity: .init(uid: SandboxFixture.uid, gid: SandboxFixture.uid))
    let report = try probe.run()
    #expect(report.entries.map(\.name) == ["sealed compute", "sealed files", "confined"])
    for entry in report.entries {
      #expect(entry.error == nil)
      #expect(entry.observations == [], "\(entry.name)")
      #expect(entry.missing == [], "\(entry.name)")
      #expect(entry.grade == (entry.profile == .confined ? .confined : .sealed))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory) == [])
  }
}
