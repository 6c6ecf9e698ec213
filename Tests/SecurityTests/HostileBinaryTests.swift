// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Testing

@testable import Sandboxing

/// Attacks through a program's file rather than its behaviour: no string of a bundle becomes a path outside it
/// (`sandbox.md#what-an-extension-sees`).
@Suite(.serialized) struct HostileBinaryTests {
  private static let profiles: [SandboxProfile] = [.confined, .sealed(.files)]

  @Test(.enabled(if: geteuid() == 0, "needs a root host"), arguments: HostileRecipe.all)
  func `an extension's files don't affect the view on a root host`(_ recipe: HostileRecipe) throws {
    for profile in Self.profiles { try Self.check(recipe, profile) }
  }

  @Test func `an extension's files don't affect the view on an unprivileged host`() async {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 {
        let uid = 600_000 + UInt32(getpid())
        setgroups(0, nil)
        setgid(uid)
        setuid(uid)
      }
      for recipe in HostileRecipe.all {
        for profile in Self.profiles { try Self.check(recipe, profile) }
      }
    }
  }

  /// A library readable only by root, in a directory that the operator named for every family.
  @Test(.enabled(if: geteuid() == 0, "needs root to make a directory of libraries"))
  func `an image contains no library that only root may read`() throws {
    let root = "/opt/sallyport-libraries-\(getpid())"
    mkdir(root, 0o755)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try Data("secret".utf8).write(to: URL(filePath: root + "/libsecret.so.1"))
    chmod(root + "/libsecret.so.1", 0o600)
    let system = try SystemFiles(runtimeLibraries: [root])
    #expect(system.library("libsecret.so.1") == nil)
    chmod(root + "/libsecret.so.1", 0o644)
    #expect(system.library("libsecret.so.1") != nil)
  }

  private static func check(_ recipe: HostileRecipe, _ profile: SandboxProfile) throws {
    let world = try HostileWorld()
    let what = "\(recipe.testDescription), \(profile)"
    do {
      let reach = try world.reach(recipe, profile)
      if case .refused(let words) = recipe.outcome { Issue.record("\(what): not refused with “\(words)”") }
      #expect(!reach.text.contains(world.marker), "\(what): \(reach.text)")
      #expect(!reach.text.contains("open \(world.root)") && !reach.text.contains("open /dev"), "\(what): \(reach.text)")
      let secret = try Set(world.secrets.map { FileIdentity(try #require(FileSystem.status($0))) })
      #expect(reach.inodes.isDisjoint(with: secret), "\(what): a secret's inode is in reach")
    } catch let error as LaunchError {
      guard case .refused(let words) = recipe.outcome else { throw error }
      #expect(error.description.contains(words), "\(what): \(error.description)")
    }
  }
}
