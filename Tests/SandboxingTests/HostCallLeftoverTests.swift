// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The host's calls don't forget an error in a list, and take nothing from what was there before them.
@Suite(.serialized) struct HostCallLeftoverTests {
  @Test func `one descriptor that can't be given stops a start, wherever it is in the list`() throws {
    let good = fcntl(2, F_DUPFD_CLOEXEC, 50)
    defer { close(good) }
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(words[0]) }
    // No process has this descriptor.
    let bad = Int32.max
    for list in [[bad], [bad, good], [good, bad], [bad, good, -1], [good, bad, good]] as [[Int32]] {
      var pid: pid_t = -7
      #expect(csandbox_spawn("/bin/true", list, list.count, &pid) == -EBADF && pid == -7, "\(list)")
      #expect(csandbox_spawn_unconfined("/bin/true", words, [nil], list, list.count, &pid) == -EBADF, "\(list)")
    }
  }

  @Test func `a program without the sandbox keeps the host's standard input if it is listed`() throws {
    let input = fcntl(2, F_DUPFD_CLOEXEC, 50)
    defer { close(input) }
    for (source, status) in [(0, 0), (input, 0), (-1, 1)] as [(Int32, Int32)] {
      let script = ["sh", "-c", "test -e /proc/self/fd/0"]
      let words: [UnsafeMutablePointer<CChar>?] = script.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var pid: pid_t = -7
      #expect(csandbox_spawn_unconfined("/bin/sh", words, [nil], [source, 1, 2], 3, &pid) == 0)
      #expect(csandbox_wait_pid(pid) == status << 8, "\(source)")
    }
  }

  @Test func `a row of a file that was read before is not one of the next`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "sallyport-left-\(UUID().uuidString)").path
    mkdir(path, 0o700)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (row, call) in [
      ("\nwrite_bytes: 7\n", csandbox_written), ("\nRssAnon: 7 kB\n", csandbox_private_memory),
    ] as [(String, (Int32, UnsafeMutablePointer<Int64>) -> Int32)] {
      for (name, text) in [("long", "0123456789" + row), ("short", "x\n"), ("empty", "")] {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
      }
      let files = ["long", "short", "empty"].map { open("\(path)/\($0)", O_RDONLY | O_CLOEXEC) }
      defer { for file in files { close(file) } }
      let (long, short, empty) = (files[0], files[1], files[2])
      var (first, second, third): (Int64, Int64, Int64) = (-7, -7, -7)
      // Nothing is called between the two, so the second finds what the first has left on the stack.
      let one = call(long, &first)
      let two = call(short, &second)
      #expect(one == 0 && first > 0 && two == -ENODATA && second == -7)
      errno = EXDEV
      let three = call(empty, &third)
      #expect(three == -ENODATA && third == -7)
    }
  }

  @Test func `children can't be reaped if their signal is ignored or they leave nothing to reap`() async {
    await #expect(processExitsWith: .success) {
      for (ignored, flags, result) in [
        (false, 0, 0), (true, 0, 1), (false, SA_NOCLDWAIT, 1), (true, SA_NOCLDWAIT, 1), (false, SA_NOCLDSTOP, 0),
        (false, SA_NOCLDSTOP | SA_NOCLDWAIT, 1),
      ] as [(Bool, Int32, Int32)] {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = ignored ? SIG_IGN : SIG_DFL
        action.sa_flags = flags
        try #require(sigaction(SIGCHLD, &action, nil) == 0)
        #expect(csandbox_children_are_ignored() == result, "\(ignored) \(flags)")
      }
    }
  }
}
