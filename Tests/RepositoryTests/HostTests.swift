// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The structure of `HostCore`: only the owner of state can write it, and types stay small.
@Suite struct HostTests {
  /// The owners listed in ARCHITECTURE.md's table, with the folder of each.
  private static func owners() throws -> [(type: String, folder: String)] {
    try Repository.text("ARCHITECTURE.md").matches(of: /(?m)^\| `(\w+)` \| `(\w+)\/` \|/).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  private static let sources = Repository.files(in: "Sources/Host/HostCore", endings: ["swift"])

  private nonisolated(unsafe) static let type = /^(?:package |public |private )?(?:final )?(?:struct|class) (\w+)/
  private nonisolated(unsafe) static let property = /^  (?=[a-z@])(?!.*\bstatic\b)[a-z()\ ]*\b(?:let|var) \w+/

  /// The stored properties of a file's top-level types, by type. Sources are formatted, so indentation shows nesting.
  private static func stored(in source: String) -> [String: [String]] {
    var type: String?
    var properties: [String: [String]] = [:]
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.firstMatch(of: Self.type) {
        type = String(match.output.1)
      } else if line == "}" {
        type = nil
      }
      let isProperty = line.firstMatch(of: property) != nil
      if let type, isProperty, !line.hasSuffix("{"), !line.hasSuffix("}") {
        properties[type, default: []].append(String(line))
      }
    }
    return properties
  }

  @Test func `each owner is a type in its folder, and only it can write its properties`() throws {
    let owners = try Self.owners()
    #expect(owners.count >= 8)
    for owner in owners {
      let path = "Sources/Host/HostCore/\(owner.folder)/\(owner.type).swift"
      let properties = try #require(Self.stored(in: try Repository.text(path))[owner.type], "\(path)")
      for property in properties where property.contains(" var ") {
        #expect(property.contains("private"), "\(owner.type): \(property)")
      }
    }
  }

  /// The configuration of a host and the header of a recording are flat tables, so their length is not limited.
  @Test func `no type of the host has more than twelve stored properties`() throws {
    var most = 0
    for file in Self.sources {
      for (type, properties) in Self.stored(in: try Repository.text(file))
      where !["HostConfiguration", "RecordingHeader"].contains(type) {
        most = max(most, properties.count)
        #expect(properties.count <= 12, "\(type) in \(file) has \(properties.count)")
      }
    }
    #expect(most >= 10, "no type was counted")
  }

  @Test func `Device.swift has less than 200 lines and no extensions`() throws {
    #expect(try Repository.text("Sources/Host/HostCore/Device/Device.swift").split(separator: "\n").count < 200)
    for file in Self.sources { #expect(!(try Repository.text(file)).contains("extension Device {"), "\(file)") }
  }

  @Test func `only the privacy boundary creates messages that a lane sends`() throws {
    let conforming = try Repository.files(in: "Sources", endings: ["swift"]).filter {
      try Repository.text($0).firstMatch(of: /(?:struct|enum|class|extension) \w+: [^{\n]*\bApprovedMessage\b/) != nil
        && !$0.hasSuffix("/ApprovedMessage.swift")
    }
    #expect(!conforming.isEmpty)
    for file in conforming { #expect(file.hasPrefix("Sources/Host/PrivacyBoundary/"), "\(file)") }
  }

  /// H8: work that would block is done by a driver, outside of the device.
  @Test func `only a driver of the host sleeps, reads a clock or launches`() throws {
    let waiting = /Thread\.sleep|usleep\(|Date\(\)|Date\.now|ContinuousClock|\.waitForExit|Process\(\)/
    for file in Self.sources where !file.contains("/Driver/") && !file.contains("/Backup/") {
      #expect(try Repository.text(file).firstMatch(of: waiting) == nil, "\(file)")
    }
  }
}
