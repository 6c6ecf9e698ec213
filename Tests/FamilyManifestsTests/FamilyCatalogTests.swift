// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Glibc
import Testing

@Suite struct FamilyCatalogTests {
  @Test func `uses the first of two manifests with the same name and lists the other as shadowed`() throws {
    try ManifestFixture.withDirectory { root in
      for name in ["a", "b"] {
        try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
        try ManifestFixture.write(ManifestFixture.good, to: "\(root)/\(name)/demo.json")
      }
      let catalog = FamilyCatalog(directories: ["\(root)/a", "\(root)/b"], owner: getuid())
      #expect(catalog.families.map(\.file) == ["\(root)/a/demo.json"])
      #expect(catalog.shadowed.map(\.file) == ["\(root)/b/demo.json"])
      #expect(catalog.shadowed.map(\.by) == ["\(root)/a/demo.json"])
      #expect(catalog.refusals.isEmpty)
      #expect(catalog["demo"]?.bundlePath == "\(root)/bundle")
    }
  }

  @Test func `refuses a symbolic link, a directory and a file others can write, each by name`() throws {
    try ManifestFixture.withDirectory { root in
      try ManifestFixture.write(ManifestFixture.good, to: "\(root)/demo.json")
      try FileManager.default.createSymbolicLink(atPath: "\(root)/linked.json", withDestinationPath: "demo.json")
      try FileManager.default.createDirectory(atPath: "\(root)/nested.json", withIntermediateDirectories: true)
      try ManifestFixture.write(ManifestFixture.good, to: "\(root)/open.json", mode: 0o666)
      try ManifestFixture.write("{", to: "\(root)/torn.json")
      try ManifestFixture.write("not read", to: "\(root)/notes.txt")
      let catalog = FamilyCatalog(directories: [root], owner: getuid())
      #expect(catalog.families.map(\.manifest.family) == ["demo"])
      #expect(
        catalog.refusals.map(\.description) == [
          "linked.json: is a symbolic link; put the file itself into the directory",
          "nested.json: is not a regular file",
          "open.json: can be written by others; run “chmod go-w” on it",
          "torn.json: the file ends where a member name should be",
        ])
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs root to give a file away"))
  func `refuses a file of another user`() throws {
    try ManifestFixture.withDirectory { root in
      try ManifestFixture.write(ManifestFixture.good, to: "\(root)/demo.json")
      #expect(chown("\(root)/demo.json", 12_345, 12_345) == 0)
      #expect(
        FamilyCatalog(directories: [root], owner: 0).refusals.map(\.description) == [
          "demo.json: belongs to user 12345; it must belong to the host's user 0 or to root"
        ])
      #expect(FamilyCatalog(directories: [root], owner: 12_345).families.count == 1)
    }
  }

  @Test func `reports a missing directory and a file that is too large`() throws {
    try ManifestFixture.withDirectory { root in
      try ManifestFixture.write(String(repeating: " ", count: 262_145), to: "\(root)/large.json")
      let catalog = FamilyCatalog(directories: ["\(root)/none", root], owner: getuid())
      #expect(
        catalog.refusals.map(\.description) == [
          "\(root)/none: is not a directory that can be read",
          "large.json: 262145 bytes are more than the 262144 allowed",
        ])
    }
  }

  @Test func `names each file that a manifest lists and the disk lacks`() throws {
    try ManifestFixture.withDirectory { root in
      try ManifestFixture.write(ManifestFixture.good, to: "\(root)/demo.json")
      let family = try #require(FamilyCatalog(directories: [root], owner: getuid())["demo"])
      #expect(family.missingFiles().map(\.pointer) == (0...2).map { "/extensions/\($0)/executable" })
      #expect(
        family.missingFiles().first?.message
          == "the executable “\(family.bundlePath)/Monitor” doesn't exist; build or install it")
    }
  }

  @Test func `searches the standard directories in order`() {
    #expect(
      FamilyCatalog.standardDirectories(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"])
        == ["/c/sallyport/manifests", "/etc/sallyport/manifests"])
    #expect(
      FamilyCatalog.standardDirectories(environment: ["HOME": "/h"])
        == ["/h/.config/sallyport/manifests", "/etc/sallyport/manifests"])
  }
}
