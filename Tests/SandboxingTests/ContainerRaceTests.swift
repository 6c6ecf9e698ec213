// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// HostCore never runs two processes of a point at once; the sandbox must not rely on that.
@Suite(.serialized) struct ContainerRaceTests {
  @Test func `two launches racing on one container both see it intact`() throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    let specifications = try (0..<2).map { _ in try fixture.confined(container: container) }
    for round in 0..<20 {
      let launched = Mutex<[Int: LaunchedProcess]>([:])
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        let process = try? fixture.launcher.launch(specifications[index])
        launched.withLock { $0[index] = process }
      }
      let processes = launched.withLock { $0 }
      #expect(processes.count == 2)
      for (index, process) in processes {
        #expect(process.containerExcess == nil)
        // Neither launch interferes with the other's mounts, and both write to the same directory.
        #expect(process.ask("write /container/round-\(round)-\(index)") == "ok 4")
      }
      for (index, process) in processes {
        #expect(process.ask("open /container/round-\(round)-\(1 - index)").hasPrefix("ok"))
        process.close()
      }
    }
    #expect(FileSystem.names(in: container)?.count == 40)
    let status = try #require(FileSystem.status(container))
    #expect(status.st_mode & 0o7777 == 0o700)
    #expect(ContainerBudget.standard.excess(of: container) == nil)
  }
}
