// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// Real processes whose calls the test answers itself: the result must not depend on how soon the watch reacts.
@Suite(.serialized) struct HeldCallTests {
  private func launched(
    _ fixture: SandboxFixture, _ container: String
  ) throws -> (process: LaunchedProcess, listener: Descriptor) {
    var specification = try fixture.confined(container: container)
    specification.bundleDirectory = try fixture.bundle("filler")
    let plan = try PlanBuilder(
      specification, landlockABI: fixture.launcher.landlockVersion ?? 0
    ).build()
    let process = try fixture.launcher.launch(plan: plan, bytes: plan.encoded())
    return (process, try #require(try plan.watch?.listener()))
  }

  /// The next blocked call.
  private func call(at listener: Descriptor) throws -> ContainerCall {
    var poller = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
    try #require(poll(&poller, 1, 20_000) == 1)
    return try #require(ContainerCall(from: listener))
  }

  @Test(arguments: ["entries", "directories"])
  func `makes no entry before the host allows it`(how: String) throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    let (process, listener) = try launched(fixture, container)
    process.send(how)
    for count in 0..<20 {
      let call = try call(at: listener)
      #expect(call.makesEntry && call.opensForWriting == (how == "entries"))
      #expect(FileSystem.names(in: container)?.count == count)
      #expect(call.answer(at: listener))
    }
    process.close()
  }

  @Test func `a refused call returns its error and makes nothing`() throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    let (process, listener) = try launched(fixture, container)
    process.send("directories")
    for _ in 0..<5 {
      #expect(try call(at: listener).answer(EDQUOT, at: listener))
      #expect(FileSystem.names(in: container) == [])
    }
    process.close()
  }

  @Test func `no call of a process with a read-only container is watched`() throws {
    let fixture = try SandboxFixture()
    var specification = try fixture.confined()
    specification.containerIsWritable = false
    let plan = try PlanBuilder(
      specification, landlockABI: fixture.launcher.landlockVersion ?? 0
    ).build()
    #expect(plan.watch == nil)
  }
}
