// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionAdoption
import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore

/// The places where adopted extensions are built and registered.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help:
      "The directory for the generated package, its build and the bundles. (default: $XDG_DATA_HOME/sallyport/adopted)")
  var into: String?

  @Option(help: "The directory for the family's manifest. (default: where `run` and `families` look)")
  var manifests: String?

  @Option(
    help: "A checkout of Sallyport to build against. (default: $SALLYPORT_SDK, else the one of this program)")
  var sdk: String?

  @Option(help: "The Swift driver.")
  var swift: String = "swift"

  private var environment: [String: String] { ProcessInfo.processInfo.environment }

  func settings(family: String?, name: String?) throws -> Adoption.Settings {
    for (option, slug) in [("--family", family), ("--name", name)] {
      if let slug, slug.wholeMatch(of: /[a-z][a-z0-9-]{0,31}/) == nil {
        throw HostError(
          .usage, "\(option) “\(slug)” is not a slug: a letter, then up to 31 of a to z, digits and hyphens.")
      }
    }
    let data = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/share"
    let standard = FamiliesCommand.standardDirectories[0]
    return Adoption.Settings(
      into: into ?? data + "/sallyport/adopted",
      manifests: URL(filePath: manifests ?? standard).standardizedFileURL.path, family: family, name: name, swift: swift
    )
  }

  func location() throws -> SDKLocation { try .found(named: sdk) }
}
