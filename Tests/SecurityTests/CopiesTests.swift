// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing
@testable import WallTrials

/// The purpose of separate copies (`sandbox.md#what-an-extension-sees`): a lock is tied to the inode, so if the filter
/// permits locks, only separate inodes keep a lock from being a channel.
@Suite(.serialized) struct CopiesTests {
  /// Whether the second process sees the first one's lock; `nil` if it may not query locks.
  private func seesLock(without layers: [String], sharesImage: Bool) throws -> Bool? {
    let uid: UInt32? = geteuid() == 0 ? 900_000 + UInt32(getpid()) : nil
    let root = "/tmp/copies-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    let arena = try TrialEnvironment(program: Programs.attack, root: root, uid: uid, walls: [.confined])
    let launcher = try AblatedWall.launcher(layers.map { "without \($0)" }, in: arena.root)
    var images: [RuntimeImage] = []
    func launch() throws -> LaunchedProcess {
      let image = try ImageStore(directory: "\(root)/images", digest: BundleDigest.unique).image(for: .staticProgram)
      images.append(image)
      var specification = LaunchSpecification(
        profile: .confined, bundleDirectory: arena.bundle(.confined), executable: "sallyport-attack",
        limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), containerDirectory: arena.container,
        containerIsWritable: true, identity: arena.identity)
      specification.runtimeImage = (sharesImage ? images[0] : image).directory
      return try launcher.launch(specification)
    }
    let (first, second) = (try launch(), try launch())
    defer {
      first.close()
      second.close()
    }
    let zone = "zone=/usr/share/zoneinfo/Etc/UTC"
    guard try Self.tale(of: "hold", zone, first).allSatisfy({ !$0.hasPrefix("step") || $0.hasSuffix(" 0") }) else {
      return nil
    }
    let seen = try Self.tale(of: "probe", zone, second)
    return seen.contains("step probe 0") ? seen.contains("value seen 1") : nil
  }

  private static func tale(of order: String, _ value: String, _ process: LaunchedProcess) throws -> [String] {
    let line = Array("\(order) \(value)\n".utf8)
    try #require(write(process.request, line, line.count) == line.count)
    var lines = LineReader(descriptor: process.reply)
    var tale: [String] = []
    while let next = lines.next(atMost: 30_000), next != "end" { tale.append(next) }
    return tale
  }

  @Test func `without separate copies and the filter, a sibling sees a lock on a runtime file`() throws {
    #expect(try seesLock(without: ["filter"], sharesImage: true) == true)
  }

  @Test func `with separate copies a lock is not seen, even without the filter`() throws {
    #expect(try seesLock(without: ["filter"], sharesImage: false) == false)
  }

  @Test func `with the filter no process may query locks`() throws {
    #expect(try seesLock(without: [], sharesImage: true) == nil)
  }
}
