// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import BoundaryChecker

/// The check stops waiting for a sealed program only when it can't answer any more.
@Suite struct RestingProcessTests {
  /// Starts a program with the read end of an empty pipe as descriptor 3, and kills it afterwards.
  private func with(_ program: String, _ arguments: [String], _ body: (Int32) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[0], 3)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var words = arguments.map { strdup($0) } + [nil]
    var environment = [strdup("SALLYPORT_WIRE=3:4"), nil]
    defer { (words + environment).forEach { free($0) } }
    var processID: pid_t = 0
    try #require(posix_spawn(&processID, program, &actions, nil, &words, &environment) == 0)
    defer {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
      for end in ends { close(end) }
    }
    try body(processID)
  }

  /// Whether the process rests within a time in which a busy machine has started it too.
  private func comesToRest(_ processID: Int32, within seconds: Int) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if RestingProcess(processID).isResting { return true }
      usleep(2_000)
    }
    return false
  }

  @Test func `a program that waits for the host's next line rests`() throws {
    try with(PlantedLeakFixture.programs + "/sallyport-leak", ["/benign-plain"]) {
      #expect(comesToRest($0, within: 20))
    }
  }

  @Test func `a program that waits for a time does not rest`() throws {
    try with("/bin/sleep", ["sleep", "60"]) { #expect(!comesToRest($0, within: 1)) }
  }

  @Test func `a program that has ended does not rest`() {
    #expect(!RestingProcess(.max).isResting)
  }
}
