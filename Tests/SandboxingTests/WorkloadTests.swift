// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// A harmless program: what Swift needs must work in the sandbox, or a sandbox that refuses everything would pass.
@Suite(.serialized) struct WorkloadTests {
  private func check(_ process: LaunchedProcess, isSealed: Bool = false) {
    for number in 0..<3 {
      let answer = process.ask("line \(number)")
      #expect(answer.contains(#""sum":55"#) && answer.contains(#""line":"line \#(number)""#), "\(answer)")
    }
    // After the first answer, like the host after `hello`: before that the loader still opens libraries.
    if isSealed { #expect(SealAudit.differences(of: process) == []) }
    process.closeRequest()
    #expect(process.reap(timeout: .seconds(2)) == .exited(0))
  }

  @Test func `a static Swift executable works in sealed compute`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.sealed()
    specification.bundleDirectory = try fixture.bundle("worker")
    let process = try fixture.launcher.launch(specification)
    check(process, isSealed: true)
  }

  @Test(arguments: [true, false]) func `a Swift executable works confined`(isStatic: Bool) throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.confined()
    specification.bundleDirectory = try fixture.bundle("worker", isStatic: isStatic)
    specification.runtimeImage = try fixture.image(
      for: specification.bundleDirectory, runtimeLibraries: [SandboxFixture.swiftLibraries])
    check(try fixture.launcher.launch(specification))
  }

  @Test func `a dynamic Swift executable works in sealed files with an image of its own`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.sealed()
    specification.profile = .sealed(.files)
    specification.bundleDirectory = try fixture.bundle("worker", isStatic: false)
    specification.runtimeImage = try fixture.image(
      for: specification.bundleDirectory, runtimeLibraries: [SandboxFixture.swiftLibraries])
    let process = try fixture.launcher.launch(specification)
    check(process, isSealed: true)
  }

  @Test func `sealed files reads its view and writes only its scratch directory`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.sealed()
    specification.profile = .sealed(.files)
    let process = try fixture.launcher.launch(specification)
    #expect(process.ask("open /bundle/extension").hasPrefix("ok"))
    #expect(process.ask("write /tmp/scratch") == "ok 4")
    #expect(process.ask("write /bundle/new") != "ok 4")
    #expect(process.ask("open /etc/passwd") == "errno \(ENOENT)")
    #expect(process.ask("socket 1") == "errno \(EPERM)")
  }

  @Test func `a dynamic executable is refused if it could not be sealed`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.sealed()
    specification.bundleDirectory = try fixture.bundle(isStatic: false)
    let compute = #expect(throws: LaunchError.self) { try fixture.launcher.launch(specification) }
    #expect(compute?.remedy.contains("static executable") == true)
    specification.profile = .sealed(.files)
    let files = #expect(throws: LaunchError.self) { try fixture.launcher.launch(specification) }
    #expect(files?.message.contains("runtime image") == true)
  }
}
