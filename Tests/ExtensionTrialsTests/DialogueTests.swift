// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import ExtensionTrials
import Foundation
import Testing

/// The host's side of the connection in a trial.
@Suite struct DialogueTests {
  /// In its own process, so that the next descriptor opened reuses the number of the closed one.
  @Test func `an extension that sends a request after the host closed the connection gets no answer`()
    async
  {
    await #expect(processExitsWith: .success) {
      let extended = try FaultyExtension("CONF-9", at: .monitor)
      let greeting = try Handshake(extended.subject, on: extended.stage, pace: FaultyExtension.pace)
      let dialogue = greeting.dialogue
      #expect(greeting.hello?.features == ["commit"])
      let threshold = try #require(SampleCall.all(of: .monitor).first { $0.title == "eventDidReachThreshold" })
      let params = threshold.params(for: extended.subject).wire
      _ = dialogue.send(Method.perform.rawValue, params, deadline: .after(.seconds(5)))
      dialogue.process.closeRequest()
      var pipes: [pollfd] = []
      for _ in 0..<8 {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        pipes.append(pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0))
      }
      dialogue.listen(until: .after(.seconds(20)))
      #expect(dialogue.requests == [Method.commit.rawValue])
      #expect(poll(&pipes, nfds_t(pipes.count), 0) == 0, "its answer was written to a pipe that was opened later")
    }
  }
}
