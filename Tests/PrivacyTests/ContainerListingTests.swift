// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BoundaryChecker

/// What of a container two worlds are compared by, whoever filled it.
@Suite struct ContainerListingTests {
  /// An empty container, and what its listing says after `fill`.
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

  @Test func `tells two files apart that differ behind their first megabyte only`() throws {
    #expect(try long("x") == long("x"))
    #expect(try long("x") != long("y"))
  }

  @Test func `a container that is absent or can't be opened is listed alike wherever it would be`() {
    for name in ["absent-a", "absent-b"] { #expect(ContainerListing.entries(of: "/nowhere/\(name)") == []) }
    let lines = ["/dev/null", "/dev/zero"].map(ContainerListing.entries(of:))
    #expect(lines[0] == lines[1] && lines[0].count == 1)
  }

  @Test func `lists a link by where it leads, and reads nothing through it`() throws {
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

  @Test func `a link to a folder above is not walked, and a pipe not waited for`() throws {
    let listed = try entries { place in
      try FileManager.default.createSymbolicLink(atPath: place + "/up", withDestinationPath: place)
      #expect(mkfifo(place + "/pipe", 0o600) == 0)
    }
    #expect(listed.map { $0.prefix { $0 != " " } } == ["pipe", "up"])
  }
}
