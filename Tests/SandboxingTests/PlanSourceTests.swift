// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The launcher's checks of a plan's directories and of Landlock's rules, with real directories and no process.
@Suite final class PlanSourceTests {
  typealias Plan = PlanRecords

  #if arch(x86_64)
    private static let loader = (link: "/lib64", file: "/usr/lib/ld-linux-x86-64.so.2")
  #else
    private static let loader = (link: "/lib", file: "/usr/lib/ld-linux-aarch64.so.1")
  #endif

  /// A directory of this user, open.
  private struct Place {
    var path: String
    var number: Int32
    var status = stat()
  }

  private let root = FileManager.default.temporaryDirectory.appending(path: "sallyport-plan-\(UUID().uuidString)").path
  private var places: [String: Place] = [:]

  init() throws {
    mkdir(root, 0o700)
    for (name, mode) in [("bundle", 0o755), ("container", 0o700), ("usr", 0o755)] as [(String, mode_t)] {
      let path = root + "/" + name
      mkdir(path, 0o700)
      chmod(path, mode)
      var place = Place(path: path, number: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      try #require(place.number >= 0 && fstat(place.number, &place.status) == 0)
      places[name] = place
    }
  }

  deinit {
    for place in places.values { close(place.number) }
    try? FileManager.default.removeItem(atPath: root)
  }

  private func entry(_ name: String, flags: UInt16 = 0) -> [UInt8] {
    Plan.entry("/" + name, flags: flags, fd: UInt32(places[name]?.number ?? 0))
  }

  private func source(_ role: UInt32, _ name: String, device: UInt64 = 0, inode: UInt64 = 0) -> [UInt8] {
    let status = places[name]?.status ?? stat()
    return Plan.source(role, device: UInt64(status.st_dev) + device, inode: UInt64(status.st_ino) + inode)
  }

  /// A plan of this user's own directories.
  private var sound: Plan {
    var plan = Plan.sound
    plan[CSANDBOX_TAG_MODE] = Plan.word(2)
    plan[CSANDBOX_TAG_IDENTITY] = Plan.word(geteuid()) + Plan.word(getegid())
    plan[CSANDBOX_TAG_EXECUTABLE] = Plan.word(7) + Plan.word(geteuid()) + Plan.string("/bundle/program")
    plan[CSANDBOX_TAG_VIEW] =
      entry("bundle") + entry("container", flags: 2) + entry("usr")
      + Plan.entry(Self.loader.link, link: "usr/lib", kind: 3)
    plan[CSANDBOX_TAG_SOURCES] = source(1, "bundle") + source(2, "container") + source(3, "usr")
    plan[CSANDBOX_TAG_LANDLOCK] = Plan.landlock()
    return plan
  }

  private func refusal(_ change: (inout Plan) -> Void) -> csandbox_reason? {
    var plan = sound
    change(&plan)
    return plan.sourceRefusal()
  }

  @Test func `a view has only known places, with the rights that each may have`() {
    let (view, watch) = (CSANDBOX_TAG_VIEW, CSANDBOX_TAG_WATCH)
    let watched = Plan.word(13) + Plan.Instruction.answer(0).bytes
    #expect(refusal { _ in } == nil)
    for (name, flags, reason) in [
      ("bundle", 2, CSANDBOX_REASON_PLACE_RIGHTS), ("usr", 0, nil), ("usr", 1, CSANDBOX_REASON_PLACE_RIGHTS),
      ("usr", 2, CSANDBOX_REASON_PLACE_RIGHTS), ("usr", 3, CSANDBOX_REASON_PLACE_RIGHTS),
      ("container", 0, CSANDBOX_REASON_PLACE_RIGHTS), ("container", 1, CSANDBOX_REASON_PLACE_RIGHTS),
      ("container", 2, nil), ("container", 3, nil),
    ] as [(String, UInt16, csandbox_reason?)] {
      let found = refusal {
        $0[view] = (name == "bundle" ? [] : entry("bundle")) + entry(name, flags: flags)
        $0[watch] = watched
      }
      #expect(found == reason, "\(name) \(flags)")
    }
    let number = UInt32(places["usr"]?.number ?? 0)
    for place in [
      Plan.entry("/home", fd: number), Plan.entry("/us", fd: number), Plan.entry("/usr/lib", fd: number),
      Plan.entry("/usr", link: "usr/lib", kind: 3), Plan.entry(Self.loader.link, fd: number),
      Plan.entry(Self.loader.link, link: "usr/lib/", kind: 3), Plan.entry(Self.loader.link, link: "usr", kind: 3),
      Plan.entry("/lib32", link: "usr/lib", kind: 3),
    ] {
      #expect(refusal { $0[view] = entry("bundle") + place } == CSANDBOX_REASON_UNKNOWN_PLACE)
    }
  }

  @Test func `a directory is the one that the host listed for its role`() {
    let sources = CSANDBOX_TAG_SOURCES
    let rest = source(2, "container") + source(3, "usr")
    for (list, isSound) in [
      (source(1, "bundle") + rest, true), (rest + source(1, "bundle"), true), (rest, false), ([], false),
      (source(1, "usr") + source(2, "container") + source(3, "bundle"), false),
      (source(1, "bundle", device: 1) + rest, false), (source(1, "bundle", inode: 1) + rest, false),
    ] as [([UInt8], Bool)] {
      #expect(refusal { $0[sources] = list } == (isSound ? nil : CSANDBOX_REASON_FOREIGN_SOURCE))
    }
  }

  @Test func `code is writable by its owner only, and a container is open to its extension only`() throws {
    for (name, mode, isSound) in [
      ("bundle", 0o700, true), ("bundle", 0o755, true), ("bundle", 0o775, false), ("bundle", 0o757, false),
      ("bundle", 0o720, false), ("bundle", 0o702, false), ("usr", 0o777, false), ("usr", 0o555, true),
      ("container", 0o700, true), ("container", 0o750, false), ("container", 0o701, false), ("container", 0o600, false),
      ("container", 0o1700, false),
    ] as [(String, mode_t, Bool)] {
      let place = try #require(places[name])
      chmod(place.path, mode)
      #expect(refusal { _ in } == (isSound ? nil : CSANDBOX_REASON_SOURCE_OWNER), "\(name) \(mode)")
      chmod(place.path, place.status.st_mode & 0o7777)
    }
    let other = refusal { $0[CSANDBOX_TAG_IDENTITY] = Plan.word(geteuid() + 1) + Plan.word(getegid()) }
    #expect(other == CSANDBOX_REASON_SOURCE_OWNER)
    if geteuid() == 0 {
      let bundle = try #require(places["bundle"])
      for owner in [7, 8] as [uid_t] {
        chown(bundle.path, owner, 0)
        let found = refusal {
          $0[CSANDBOX_TAG_EXECUTABLE] = Plan.word(7) + Plan.word(7) + Plan.string("/bundle/program")
        }
        #expect(found == (owner == 7 ? nil : CSANDBOX_REASON_SOURCE_OWNER))
      }
    }
  }

  @Test func `a rule grants execution of the program only, and writing only where a view is writable`() {
    let (rights, place) = (CSANDBOX_REASON_RULE_RIGHTS, CSANDBOX_REASON_RULE_PLACE)
    for (granted, path, reason) in [
      (1, "/bundle/program", nil), (13, "/bundle/program", nil), (1, Self.loader.file, nil), (1, "/bundle", rights),
      (1, "/bundle/programs", rights), (1, "/usr", rights), (1, "/container", rights), (1, "/home", rights),
      (3, "/bundle/program", rights),
    ] as [(UInt64, String, csandbox_reason?)] {
      #expect(refusal { $0[CSANDBOX_TAG_LANDLOCK] = Plan.landlock([(granted, path)]) } == reason, "\(granted) \(path)")
    }
    for (path, isWritable) in [
      ("/bundle", false), ("/container", true), ("/usr", false), ("/proc", false), ("/tmp", true),
    ] {
      for below in ["", "/a", "/a/b"] {
        for granted in [4, 8, 12, 2, 16, 0x8000, 0xfffe] as [UInt64] {
          let found = refusal { $0[CSANDBOX_TAG_LANDLOCK] = Plan.landlock([(12, "/usr"), (granted, path + below)]) }
          #expect(found == (isWritable || granted & ~12 == 0 ? nil : rights), "\(granted) \(path + below)")
        }
      }
      #expect(refusal { $0[CSANDBOX_TAG_LANDLOCK] = Plan.landlock([(4, path + "s")]) } == place)
    }
    #expect(refusal { $0[CSANDBOX_TAG_LANDLOCK] = Plan.landlock([(4, "/etc")]) } == place)
    // A flat launch has no view, so a rule may name any place.
    for (granted, path, reason) in [
      (4, "/etc", nil), (2, "/etc", nil), (1, "/bundle/program", nil), (1, "/etc", rights),
    ] as [(UInt64, String, csandbox_reason?)] {
      var plan = Plan.flat
      plan[CSANDBOX_TAG_LANDLOCK] = Plan.landlock([(granted, path)])
      #expect(plan.sourceRefusal() == reason, "flat: \(granted) \(path)")
    }
  }
}
