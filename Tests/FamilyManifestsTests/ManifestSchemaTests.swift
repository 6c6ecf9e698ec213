// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@Suite struct ManifestSchemaTests {
  /// `SALLYPORT_REGENERATE=1 swift test --filter ManifestSchemaTests` writes the file instead.
  @Test func `the committed schema equals the generated one`() throws {
    let file = ManifestFixture.repository.appendingPathComponent(ManifestSchema.path)
    if ProcessInfo.processInfo.environment["SALLYPORT_REGENERATE"] == "1" {
      try Data(ManifestSchema.text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == ManifestSchema.text)
  }

  @Test func `every object of the schema refuses unknown members`() throws {
    func check(_ value: WireValue) {
      switch value {
      case .object(let object):
        if object["properties"] != nil, object["oneOf"] == nil {
          #expect(object["additionalProperties"] == .bool(false))
        }
        object.members.forEach { check($0.value) }
      case .array(let elements): elements.forEach(check)
      case .null, .bool, .integer, .string: break
      }
    }
    check(ManifestSchema.document)
  }

  @Test(arguments: ["homework", "worklog", "scribe"])
  func `the manifests of the repository are accepted`(_ family: String) throws {
    let file = ManifestFixture.repository.appendingPathComponent("manifests/\(family).json")
    let manifest = try FamilyManifest(contents: Array(Data(contentsOf: file)), file: "\(family).json")
    #expect(manifest.groups == ["group.org.example.\(family)"])
    #expect(manifest.programs(at: .monitor).count == 1)
  }
}
