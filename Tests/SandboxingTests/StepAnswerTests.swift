// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// Steps of a launch, each by itself, with what they ask of the kernel and with answers that only some kernels give.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread")) struct StepAnswerTests {
  @Test func `a kernel that lacks the refusal of new code is no failure, and any other error is one`() throws {
    for (error, result) in [(EINVAL, 0), (EPERM, -EPERM), (EIO, -EIO)] as [(Int32, Int32)] {
      // PR_SET_MDWE.
      let option = AnsweredCalls.Shown.Argument(position: 0, value: 65)
      let found = try AnsweredCalls.run([AnsweredCalls.Shown(name: "prctl", argument: option)]) { _ in
        -Int(error)
      } _: {
        csandbox_refuse_new_code()
      }
      #expect(found == result, "\(error)")
    }
  }

  /// How many milliseconds a call of this process waits at most.
  private static func wait(of call: AnsweredCalls.Call) -> Int {
    let argument = call.arguments[2]
    if call.name == "poll" { return Int(Int32(truncatingIfNeeded: argument)) }
    // SAFETY: the calling thread is blocked, and its time is on its stack.
    guard let time = UnsafePointer<timespec>(bitPattern: UInt(argument))?.pointee else { return -1 }
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// Runs in its own process, which would end with the thread that started it.
  @Test func `a launcher asks whether the host is gone without waiting for it`() async {
    await #expect(processExitsWith: .success) {
      let pipe = try Descriptor.pipe()
      let number = pipe.write.number
      let waits = Mutex<[Int]>([])
      let names = ["poll", "ppoll"] as [String]
      let result = try AnsweredCalls.run(names.map { AnsweredCalls.Shown(name: $0) }) { call in
        let milliseconds = Self.wait(of: call)
        waits.withLock { $0.append(milliseconds) }
        return nil
      } _: {
        csandbox_follow_parent(number)
      }
      let found = waits.withLock { $0 }
      #expect(result == 0 && found == [0])
      withExtendedLifetime(pipe) {}
    }
  }
}
