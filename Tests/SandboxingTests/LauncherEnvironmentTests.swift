// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The launcher starts with whatever arguments and variables it gets. The host gives it its name and no variable.
@Suite(.serialized) struct LauncherEnvironmentTests {
  @Test(
    arguments: [
      (["sallyport-launch"], []), (["sallyport-launch"], ["A=1"]), (["a", "b", ""], ["A=1", "B=2", ""]),
      (["a", "b"], []),
    ] as [([String], [String])])
  func `the launcher finds what the kernel tells it behind any words and variables`(
    _ words: [String], _ variables: [String]
  ) throws {
    let lists: [[UnsafeMutablePointer<CChar>?]] = [words, variables].map { list in list.map { strdup($0) } + [nil] }
    defer { for text in lists.joined() { free(text) } }
    var pid: pid_t = 0
    let result = csandbox_spawn_unconfined(SandboxFixture.launcherPath, lists[0], lists[1], [Int32](), 0, &pid)
    try #require(result == 0 && pid > 1)
    let process = Descriptor(csandbox_pidfd_open(pid))
    var (code, status, resident): (Int32, Int32, Int64) = (-1, -1, -1)
    let ended = csandbox_pidfd_wait(process.number, 10_000, &code, &status, &resident)
    if ended != 1 {
      kill(pid, SIGKILL)
      _ = csandbox_wait_pid(pid)
    }
    // Without a pipe for its reports it takes the host for gone.
    #expect(ended == 1 && code == Int32(CLD_EXITED) && status == 125)
  }
}
