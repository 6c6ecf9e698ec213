// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The member names of each object, shared by validator and JSON Schema.
struct ManifestKeys: Sendable {
  let required: [String]
  let optional: [String]

  var all: [String] { required + optional }
  var listing: String { all.sorted { $0.precedesInUTF8($1) }.joined(separator: ", ") }

  static let manifest = ManifestKeys(
    required: ["bundle", "developer", "displayName", "family", "groups", "manifest", "version"],
    optional: ["$schema", "app", "assets", "behaviour", "extensions", "urlHosts", "urlSchemes"])
  static let developer = ManifestKeys(required: ["name"], optional: ["contact", "key"])
  static let asset = ManifestKeys(required: ["name", "path"], optional: [])
  static let limits = ManifestKeys(required: [], optional: PointRules.limitKeys)
  static let buttons = ManifestKeys(required: [], optional: ["primary", "secondary", "submenu"])
  static let app = ManifestKeys(required: ["executable"], optional: program)
  static let `extension` = ManifestKeys(
    required: ["executable", "name", "point"],
    optional: program + ["buttons", "containerCopy", "dataProtection", "interactive", "previousKinds"])

  private static let program = [
    "fitting", "interpreter", "interpreterArguments", "limits", "locks", "requests", "schemas", "sha256", "wire",
  ]
}
