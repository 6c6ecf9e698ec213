// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// The running processes, recorded on disk for a host that restarts.
@Suite(.serialized) struct ProcessRollTests {
  @Test func `a process is registered exactly while it runs`() throws {
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

  @Test func `a restarted host ends the registered processes once`() throws {
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

  @Test func `a process that cannot be registered does not run`() throws {
    let fixture = try SandboxFixture()
    let roll = try ProcessRegistry(directory: fixture.directory + "/running")
    let launcher = try Launcher(launcherPath: SandboxFixture.launcherPath, roll: roll)
    rmdir(roll.directory)
    let error = #expect(throws: LaunchError.self) { try launcher.launch(try fixture.confined()) }
    #expect(error?.message.contains("could not be recorded") == true)
  }
}
