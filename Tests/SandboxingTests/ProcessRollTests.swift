// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// Which processes run, on disk, for a host that starts again (section 11).
@Suite(.serialized) struct ProcessRollTests {
  @Test func `a process is on the roll while it runs, and only then`() throws {
    let fixture = try SandboxFixture()
    let roll = try ProcessRegistry(directory: fixture.directory + "/running")
    let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, roll: roll)
    let process = try launcher.launch(try fixture.confined())
    let other = try launcher.launch(try fixture.sealed())
    let names = FileSystem.names(in: roll.directory) ?? []
    #expect(names.count == 2)
    #expect(names.contains { $0.contains(".\(process.pid).") })
    process.close()
    #expect(FileSystem.names(in: roll.directory)?.count == 1)
    other.close()
    #expect(FileSystem.names(in: roll.directory) == [])
  }

  @Test func `a host that starts again ends who is on the roll, once`() throws {
    let fixture = try SandboxFixture()
    let directory = fixture.directory + "/running"
    let launcher = try Launcher(
      launcherPath: SandboxFixture.launcherPath, roll: try ProcessRegistry(directory: directory))
    let left = try launcher.launch(try fixture.confined())
    for name in ["", "nonsense", "a.b.c", "boot.1.1", "boot.-1.1"] where !name.isEmpty {
      #expect(FileManager.default.createFile(atPath: directory + "/" + name, contents: nil))
    }
    let next = try ProcessRegistry(directory: directory)
    #expect(next.endSurvivors().map(\.pid) == [left.pid])
    #expect(left.reap(timeout: .seconds(5)) == .signalled(SIGKILL))
    #expect(FileSystem.names(in: directory) == [])
    #expect(next.endSurvivors() == [])
  }

  @Test func `a process that cannot be written down does not run`() throws {
    let fixture = try SandboxFixture()
    let roll = try ProcessRegistry(directory: fixture.directory + "/running")
    let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, roll: roll)
    rmdir(roll.directory)
    let error = #expect(throws: LaunchError.self) { try launcher.launch(try fixture.confined()) }
    #expect(error?.message.contains("could not be recorded") == true)
  }
}
