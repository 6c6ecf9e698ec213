// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BoundaryChecker

/// The listing of a container by which two worlds are compared; a family may put anything in it.
@Suite struct ContainerListingTests {
  /// The listing of an empty container after `fill`.
  private func entries(_ fill: (String) throws -> Void) throws -> [String] {
    let place = NSTemporaryDirectory() + "sallyport-listing-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try fill(place)
    return ContainerListing.entries(of: place)
  }

  private func long(_ tail: String) throws -> [String] {
    try entries {
      try (String(repeating: "a", count: (1 << 20) + 4_096) + tail).write(
        toFile: $0 + "/long", atomically: false, encoding: .utf8)
    }
  }

  @Test func `distinguishes two files that differ only after their first megabyte`() throws {
    #expect(try long("x") == long("x"))
    #expect(try long("x") != long("y"))
  }

  @Test func `lists an absent container as empty, and an unreadable one independently of its path`() {
    for name in ["absent-a", "absent-b"] { #expect(ContainerListing.entries(of: "/nowhere/\(name)") == []) }
    let lines = ["/dev/null", "/dev/zero"].map { ContainerListing.entries(of: $0) }
    #expect(lines[0] == lines[1] && lines[0].count == 1)
  }

  @Test func `lists a link by its target without reading through it`() throws {
    func linked(_ target: String, _ content: String) throws -> [String] {
      let outside = NSTemporaryDirectory() + "sallyport-outside-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: outside) }
      try content.write(toFile: outside, atomically: false, encoding: .utf8)
      return try entries {
        try FileManager.default.createSymbolicLink(
          atPath: $0 + "/link", withDestinationPath: target.isEmpty ? outside : target)
      }
    }
    #expect(try linked("/dev/zero", "").first?.hasSuffix(" /dev/zero") == true)
    #expect(try linked("a", "") != linked("b", ""))
    #expect(try linked("", "secret").first?.contains("secret") == false)
  }

  @Test func `does not follow a link to a parent directory or block on a pipe`() throws {
    let listed = try entries { place in
      try FileManager.default.createSymbolicLink(atPath: place + "/up", withDestinationPath: place)
      #expect(mkfifo(place + "/pipe", 0o600) == 0)
    }
    #expect(listed.map { $0.prefix { $0 != " " } } == ["pipe", "up"])
  }
}
