// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The launcher's first step: it makes read-only what its program headers say, or doesn't start.
///
/// Each test runs in its own process, since a file that another process still writes can't be executed.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread")) struct LauncherStartTests {
  /// The launcher's file, whose program headers a test may change.
  private struct Image {
    var bytes: [UInt8]

    func number(_ offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    /// Program headers follow the header of the file, in 56 bytes each.
    private static func range(_ index: Int) -> Range<Int> { 64 + 56 * index..<64 + 56 * (index + 1) }

    var count: Int {
      get { Int(number(56, 2)) }
      set { bytes[56] = UInt8(newValue) }
    }

    /// The places of the headers of a kind: 1 is a segment to load, 0x6474_e552 what becomes read-only.
    func places(of kind: UInt64) -> [Int] { (0..<count).filter { number(64 + 56 * $0, 4) == kind } }

    mutating func swap(_ first: Int, _ second: Int) {
      let (one, other) = (Array(bytes[Self.range(first)]), Array(bytes[Self.range(second)]))
      bytes.replaceSubrange(Self.range(first), with: other)
      bytes.replaceSubrange(Self.range(second), with: one)
    }
  }

  /// Starts a launcher without any descriptor, which ends with 125 once it looks for its host.
  ///
  /// - Parameter error: the error of the call that makes memory read-only; `nil` if the kernel makes the call.
  /// - Returns: its status, and the address and length of each such call.
  private static func start(_ path: String, error: Int32? = nil) throws -> (status: Int32, calls: [[UInt64]]) {
    let seen = Mutex<(launcher: pid_t?, calls: [[UInt64]])>((nil, []))
    // PROT_READ.
    let readOnly = AnsweredCalls.Shown.Argument(position: 2, value: 1)
    let shown = [AnsweredCalls.Shown(name: "execve"), AnsweredCalls.Shown(name: "mprotect", argument: readOnly)]
    let status = try AnsweredCalls.run(shown) { call in
      seen.withLock { seen -> Int? in
        if call.name == "execve" { seen.launcher = call.pid }
        guard call.name == "mprotect", call.pid == seen.launcher else { return nil }
        seen.calls.append(Array(call.arguments.prefix(2)))
        return error.map { -Int($0) }
      }
    } _: { () -> Int32 in
      var pid: pid_t = 0
      let result = csandbox_spawn(path, [Int32](), 0, &pid)
      return result == 0 ? csandbox_wait_pid(pid) : result
    }
    return (status, seen.withLock { $0.calls })
  }

  @Test func `the launcher protects the part that its program headers name, wherever that header is`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let path = fixture.directory + "/launcher"
      let file = try Data(contentsOf: URL(filePath: SandboxFixture.launcherPath))
      let image = Image(bytes: Array(file))
      let place = try #require(image.places(of: 0x6474_e552).first)
      let afterSegments = try #require(image.places(of: 1).last) + 1
      let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
      let address = image.number(64 + 56 * place + 16, 8)
      let start = address & ~(page - 1)
      let end = (address + image.number(64 + 56 * place + 40, 8)) & ~(page - 1)
      for (says, index, isListed) in [
        ("as it is", place, true), ("first", 0, true), ("behind the segments", afterSegments, true),
        ("just behind the last header", afterSegments, false),
      ] as [(String, Int, Bool)] {
        var changed = image
        changed.swap(place, index)
        if !isListed { changed.count = index }
        #expect(FileManager.default.createFile(atPath: path, contents: Data(changed.bytes)))
        chmod(path, 0o755)
        let (status, calls) = try Self.start(path)
        #expect(status == 125 << 8 && calls == (isListed ? [[start, end - start]] : []), "\(says)")
        unlink(path)
      }
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `a launcher that can't protect its constants doesn't start`() async {
    await #expect(processExitsWith: .success) {
      for error in [ENOMEM, EPERM] {
        let (status, calls) = try Self.start(SandboxFixture.launcherPath, error: error)
        #expect(status == 124 << 8 && calls.count == 1)
      }
    }
  }
}
