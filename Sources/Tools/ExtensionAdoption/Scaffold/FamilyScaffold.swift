// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// A new family that builds, runs and has tests.
package struct FamilyScaffold {
  private let family: String
  private let points: [ExtensionPoint]
  private let sdk: SDKLocation

  /// - Throws: `AdoptionError` for an invalid name, or for points that can't be scaffolded.
  package init(family: String, points: [ExtensionPoint], sdk: SDKLocation) throws {
    guard family == Adoption.slug(family) else {
      throw AdoptionError(
        "“\(family)” is not a family name; use up to 32 lower-case letters, digits and hyphens, a letter first.")
    }
    let known = PointRecognition.bases.map(\.point)
    if let other = points.first(where: { !known.contains($0) }) {
      throw AdoptionError(
        "There is no scaffold for \(other.rawValue); use \(known.map(\.rawValue).joined(separator: ", "))."
      )
    }
    guard !points.isEmpty, Set(points).count == points.count else {
      throw AdoptionError("List each point once, such as --points monitor,shieldConfiguration.")
    }
    self.family = family
    self.points = points
    self.sdk = sdk
  }

  /// Writes the package.
  ///
  /// - Returns: The paths of its files, relative to `directory`.
  /// - Throws: `AdoptionError` if the directory is not empty.
  package func write(to directory: String) throws -> [String] {
    let present = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    guard present.isEmpty else {
      throw AdoptionError("\(directory) already contains \(present.sorted()[0]); choose an empty or new directory.")
    }
    let files = self.files
    for (path, text) in files {
      let file = "\(directory)/\(path)"
      try FileWriting.makeDirectory(URL(filePath: file).deletingLastPathComponent().path)
      try FileWriting.write(text, to: file)
    }
    return files.map(\.path).sorted()
  }

  private var base: String {
    family.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private var files: [(path: String, text: String)] {
    let sources = ScaffoldSources(base: base, family: family)
    return [
      ("Package.swift", package), ("Makefile", makefile), ("README.md", readme), (".gitignore", ".build*\n"),
      ("manifests/\(family).json", manifest), ("Sources/\(base)Shared/DailyLimit.swift", sources.shared),
      ("Tests/\(base)SharedTests/DailyLimitTests.swift", sources.tests),
    ] + points.flatMap(sources.files)
  }

  private func target(_ point: ExtensionPoint) -> String { base + ScaffoldSources.suffix(of: point) }

  private var package: String {
    let targets = points.map { point in
      let products = ScaffoldSources.products(of: point).map {
        "        .product(name: \"\($0)\", package: \"sallyport\"),"
      }
      return """
            .executableTarget(
              name: "\(target(point))",
              dependencies: [
                "\(base)Shared",
        \(products.joined(separator: "\n"))
              ],
              swiftSettings: [.swiftLanguageMode(.v5)]),
        """
    }
    return """
      // swift-tools-version: 6.3
      import PackageDescription

      let package = Package(
        name: "\(family)",
        dependencies: [
          // A checkout of Sallyport, of which only the SDK is used.
          .package(name: "sallyport", path: "\(sdk.path)"),
        ],
        targets: [
          // Code that the extensions share. It imports no frameworks, so it is easy to test.
          .target(name: "\(base)Shared"),
          .testTarget(name: "\(base)SharedTests", dependencies: ["\(base)Shared"]),
      \(targets.joined(separator: "\n"))
        ]
      )

      """
  }

  private var makefile: String {
    let products = points.map(target).joined(separator: " ")
    let ids = points.map { "\(family).\(PreparedExtension.standardName($0))" }.joined(separator: " ")
    return """
      # Static executables start several times faster and need no files in the sandbox.
      FLAGS := -c release --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
      SALLYPORT ?= sallyport
      export SALLYPORT_SDK_ONLY := 1

      .PHONY: build test check

      build:
      \tfor product in \(products); do swift build $(FLAGS) --product $$product || exit 1; done

      test:
      \tswift test --scratch-path .build-tests

      check: build
      \tfor id in \(ids); do $(SALLYPORT) check $$id --protocol --manifests manifests || exit 1; done

      """
  }

  private var manifest: String {
    let programs = points.map { point in
      let requests = point.mayHaveEffects ? ", \"requests\": [\"settings\"]" : ", \"fitting\": \"files\""
      return
        "    { \"name\": \"\(PreparedExtension.standardName(point))\", \"point\": \"\(point.rawValue)\", \"executable\": \"\(target(point))\"\(requests) }"
    }
    return """
      {
        "manifest": 1,
        "family": "\(family)",
        "displayName": "\(base)",
        "version": "1.0",
        "developer": { "name": "Your name" },
        "groups": ["group.\(family)"],
        "bundle": "../.build/release",
        "extensions": [
      \(programs.joined(separator: ",\n"))
        ]
      }

      """
  }

  private var readme: String {
    let first = points.first.map { PreparedExtension.standardName($0) } ?? "monitor"
    let callback = points.first?.firstCallback ?? ""
    return """
      # \(base)

      A family of Screen Time extensions for Sallyport.

          make          # builds static executables
          make test     # tests the shared code
          make check    # checks each extension against the wire protocol
          sallyport call \(family).\(first) \(callback) --manifests manifests
          sallyport run --synthetic-week --manifests manifests

      """
  }
}

extension ExtensionPoint {
  fileprivate var firstCallback: String {
    switch self {
    case .monitor: "eventDidReachThreshold"
    case .shieldConfiguration: "configuration"
    case .shieldAction: "handle"
    case .report: "makeReport"
    case .app, .widget, .focusFilter: ""
    }
  }
}
