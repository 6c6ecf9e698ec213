// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import CStorageFaults
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The steps that build a view, taken by a thread with mounts of its own: what each makes, and that none reports the
/// error of an earlier call.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a root host")) struct ViewStepTests {
  // MARK: Plans

  /// A text that stays as long as the process.
  private static func text(_ string: String) -> UnsafePointer<CChar> {
    let size = string.utf8.count + 1
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    string.withCString { copy.initialize(from: $0, count: size) }
    return UnsafePointer(copy)
  }

  private static func tree(_ target: String, _ number: Int32, flags: UInt16 = 0) -> csandbox_view_entry {
    csandbox_view_entry(
      kind: UInt16(CSANDBOX_VIEW_TREE.rawValue), flags: flags, fd: number, target: text(target), link: nil)
  }

  /// Two mounts and a link, below directories that the view doesn't have yet.
  private static func nested(_ number: Int32) -> csandbox_plan {
    var plan = csandbox_plan()
    plan.mode = CSANDBOX_MODE_ROOT.rawValue
    plan.view.0 = tree("/deep/inner/one", number)
    // Writable, and without execution.
    plan.view.1 = tree("/deep/inner/two", number, flags: 3)
    plan.view.2 = csandbox_view_entry(
      kind: UInt16(CSANDBOX_VIEW_LINK.rawValue), flags: 0, fd: 0, target: text("/deep/link"), link: text("inner/one"))
    plan.view_count = 3
    plan.proc = CSANDBOX_PROC_PLAIN.rawValue
    plan.executable = text("/deep/inner/one/program")
    plan.argv.0 = strdup("program")
    plan.argv.1 = strdup("")
    plan.argv.2 = strdup("last word")
    return plan
  }

  private static func opened(_ path: String) -> Int32 { open(path, Descriptor.pathOnly | O_DIRECTORY | O_CLOEXEC) }

  // MARK: What a thread sees

  /// Whether the mount at this path is read-only (1), without set-id (2), devices (4) or programs (8).
  private static func flags(at path: String) -> UInt? {
    var found = statvfs()
    return statvfs(path, &found) == 0 ? UInt(found.f_flag) & 15 : nil
  }

  private static func mode(of path: String) -> mode_t? { FileSystem.status(path).map { $0.st_mode & 0o7777 } }

  // MARK: Tests

  @Test func `a view has its mounts, its links and a plain procfs, and becomes the read-only root`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let number = Self.opened(fixture.directory)
      OwnThread.run {
        #expect(storage_own_mounts() == 0)
        umask(0)
        var plan = Self.nested(number)
        var index: Int32 = -7
        let built = OwnThread.step(csandbox_build_view(&plan, &index))
        #expect(built == 0 && index == -1)
        guard built == 0 else { return }
        #expect(OwnThread.step(csandbox_mount_proc(&plan)) == 0)
        #expect(OwnThread.step(csandbox_pivot()) == 0)
        #expect(OwnThread.step(csandbox_enter("/deep/inner/two")) == 0)
        let names = FileSystem.names(in: "/")
        #expect(names == ["deep", "proc", "tmp"])
        for path in ["/", "/deep", "/deep/inner", "/proc", "/proc/self", "/tmp"] {
          #expect(Self.mode(of: path) == 0o755, "\(path)")
        }
        #expect(Self.flags(at: "/") == 7 && Self.flags(at: "/deep/inner/one") == 7)
        #expect(Self.flags(at: "/deep/inner/two") == 14)
        #expect(FileSystem.link(at: "/deep/link") == "inner/one")
        #expect(FileSystem.link(at: "/proc/self/exe") == "/deep/inner/one/program")
        #expect(FileSystem.contents("/proc/self/cmdline") == "program\0\0last word\0")
        #expect(Self.mode(of: "/proc/self/cmdline") == 0o444)
      }
      close(number)
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `scratch space belongs to the uid that the extension has in its own namespaces`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let number = Self.opened(fixture.directory)
      for (mode, uid, gid) in [
        (CSANDBOX_MODE_ROOT.rawValue, 61_003, 61_004), (CSANDBOX_MODE_UNPRIVILEGED.rawValue, 65_534, 65_534),
      ] as [(UInt32, UInt32, UInt32)] {
        OwnThread.run {
          #expect(storage_own_mounts() == 0)
          var plan = Self.nested(number)
          (plan.mode, plan.uid, plan.gid) = (mode, 61_003, 61_004)
          (plan.scratch_bytes, plan.scratch_inodes) = (1 << 20, 64)
          plan.proc = CSANDBOX_PROC_SUBSET.rawValue
          var index: Int32 = -7
          let built = OwnThread.step(csandbox_build_view(&plan, &index))
          #expect(built == 0 && index == -1)
          guard built == 0 else { return }
          #expect(OwnThread.step(csandbox_mount_proc(&plan)) == 0)
          #expect(OwnThread.step(csandbox_pivot()) == 0)
          let status = FileSystem.status("/tmp")
          #expect(status?.st_uid == uid && status?.st_gid == gid && Self.mode(of: "/tmp") == 0o700)
          #expect(Self.flags(at: "/tmp") == 14 && Self.flags(at: "/proc") == 15)
          var space = statvfs()
          #expect(statvfs("/tmp", &space) == 0 && space.f_files == 64)
          #expect(UInt64(space.f_blocks) * UInt64(space.f_frsize) == 1 << 20)
        }
      }
      close(number)
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `a directory that another one covers is not mounted, neither of the same device nor with the same inode`()
    async
  {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let (place, other) = (fixture.directory + "/place", fixture.directory + "/other")
      for path in [place, other] { mkdir(path, 0o755) }
      OwnThread.run {
        #expect(storage_own_mounts() == 0)
        let number = Self.opened(place)
        // MS_BIND.
        #expect(Self.mount(other, at: place, flags: 0x1000) == 0)
        Self.expectStale(number)
      }
      OwnThread.run {
        #expect(storage_own_mounts() == 0 && Self.mount("first", at: place) == 0)
        let number = Self.opened(place)
        #expect(Self.mount("second", at: place) == 0)
        var first = stat()
        let second = FileSystem.status(place)
        // The root of every tmpfs has the same inode number.
        #expect(fstat(number, &first) == 0 && first.st_ino == second?.st_ino && first.st_dev != second?.st_dev)
        Self.expectStale(number)
      }
      withExtendedLifetime(fixture) {}
    }
  }

  /// Mounts a new tmpfs, or a directory with the flag for one.
  private static func mount(_ source: String, at place: String, flags: Int = 0) -> Int {
    source.withCString { source in
      place.withCString { place in
        "tmpfs".withCString {
          KernelCall.make("mount", Int(bitPattern: source), Int(bitPattern: place), Int(bitPattern: $0), flags)
        }
      }
    }
  }

  private static func expectStale(_ number: Int32, at place: SourceLocation = #_sourceLocation) {
    var plan = nested(number)
    var index: Int32 = -7
    let result = csandbox_build_view(&plan, &index)
    #expect(result == -ESTALE && index == 0, sourceLocation: place)
    close(number)
  }

  @Test func `the first argument that can't be written to procfs is the last that is tried`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let directory = fixture.directory
      let count = Mutex(0)
      let result = try AnsweredCalls.run([AnsweredCalls.Shown(name: "write")]) { _ in
        count.withLock { count -> Int? in
          count += 1
          return count == 1 ? -Int(ENOSPC) : -Int(EIO)
        }
      } _: { () -> Int32 in
        // CLONE_FS: the directory is this thread's.
        guard KernelCall.make("unshare", 0x200) == 0, chdir(directory) == 0 else { return 1 }
        var plan = Self.nested(-1)
        return OwnThread.step(csandbox_mount_proc(&plan))
      }
      let calls = count.withLock { $0 }
      #expect(result == -ENOSPC && calls == 1)
      withExtendedLifetime(fixture) {}
    }
  }
}
