// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Foundation
import Glibc
import Testing

@testable import ProcessSupervision

/// The descriptors of a process that the host keeps open, and the output that it waits for.
@Suite struct ProcessDescriptorTests {
  /// The targets of a process's descriptors.
  private static func links(of process: String) -> Set<String> {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
  }

  private static func name(of process: Int32) -> String {
    (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
  }

  @Test func `a process that is released leaves none of its pipes open, even while it is remembered`() throws {
    let before = Self.links(of: "self")
    let child = try Stage.shell("exec sleep 600").launch()
    // Until then the pipes of the launch itself may be open too.
    let limit = ContinuousClock.now + .seconds(20)
    while Self.name(of: child.processID) != "sleep\n", ContinuousClock.now < limit { sched_yield() }
    let shared = Self.links(of: "\(child.processID)").intersection(Self.links(of: "self")).subtracting(before)
    #expect(shared.count == 3, "its input, its output and its log")
    child.kill()
    #expect(child.waitForExit(atMost: .seconds(60)) == .signalled(9))
    child.channel.close()
    #expect(child.log().total == 0)
    child.release()
    #expect(shared.isDisjoint(with: Self.links(of: "self")))
    withExtendedLifetime(child) {}
  }

  @Test func `the log of a process that has ended includes what its own children print after it`() throws {
    let child = try Stage.shell("head -c 200000 /dev/zero >&2 &").launch()
    defer { child.release() }
    #expect(child.waitForExit(atMost: .seconds(60)) == .exited(status: 0))
    #expect(child.log().total == 200_000)
  }

  @Test func `reading the facts of a process leaves nothing of it open`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["60"]
    try process.run()
    let id = process.processIdentifier
    defer {
      kill(id, SIGKILL)
      process.waitUntilExit()
    }
    #expect(ProcessFacts(id).text.contains("\n== thread \(id): name\n"))
    #expect(!Self.links(of: "self").contains { $0.hasPrefix("/proc/\(id)/") })
  }
}
