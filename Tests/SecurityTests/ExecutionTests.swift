// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WallTrials

/// The check of the trials that a process still runs what was launched.
@Suite struct ExecutionTests {
  private func start(_ program: String, _ argument: String) throws -> Int32 {
    var pid: pid_t = 0
    var arguments = [strdup(program), strdup(argument), nil]
    defer { arguments.forEach { free($0) } }
    try #require(posix_spawn(&pid, program, nil, nil, &arguments, nil) == 0)
    return pid
  }

  @Test func `names another command line, and not a process that was ended meanwhile`() throws {
    let sleeper = try start("/bin/sleep", "60")
    #expect(
      Execution.fault(of: sleeper, executable: "/bin/sleep", argument: "x") == "it called exec again, as /bin/sleep 60")
    kill(sleeper, SIGKILL)
    var ended = siginfo_t()
    // It stays in /proc without a command line.
    #expect(waitid(P_PID, id_t(sleeper), &ended, WEXITED | WNOWAIT) == 0)
    #expect(Execution.fault(of: sleeper, executable: "/bin/sleep", argument: "x") == nil)
    var status: Int32 = 0
    #expect(waitpid(sleeper, &status, 0) == sleeper)
    #expect(Execution.fault(of: sleeper, executable: "/bin/sleep", argument: "x") == nil)
  }
}
