// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// Imports extensions from Xcode sources into a workspace: reads them, recognises their points, writes a package,
/// builds it and registers the families.
package struct Adoption {
  /// The options besides the sources.
  package struct Settings: Sendable {
    /// The workspace directory.
    package var into: String
    /// The directory for the families' manifests.
    package var manifests: String
    package var family: String?
    package var name: String?
    package var swift: String

    package init(into: String, manifests: String, family: String? = nil, name: String? = nil, swift: String = "swift") {
      self.into = into
      self.manifests = manifests
      self.family = family
      self.name = name
      self.swift = swift
    }
  }

  private let settings: Settings
  private let sdk: SDKLocation
  /// The extension points by Apple's identifiers.
  private let identifiers: [String: ExtensionPoint]

  package init(_ settings: Settings, sdk: SDKLocation, identifiers: [String: ExtensionPoint]) {
    self.settings = settings
    self.sdk = sdk
    self.identifiers = identifiers
  }

  /// Adopts folders, projects or files.
  ///
  /// - Parameter progress: A function called with each step, to show to a person.
  /// - Returns: A result per extension, in the order found. The result of an extension that can't compile has its
  ///   faults.
  /// - Throws: `AdoptionError` if nothing was found, or the workspace can't be used.
  package func run(_ paths: [String], progress: (String) -> Void = { _ in }) throws -> [AdoptionResult] {
    try run(batches: [(settings.family, paths)], progress: progress)
  }

  /// Adopts several families at once.
  package func run(
    batches: [(family: String?, paths: [String])], progress: (String) -> Void = { _ in }
  ) throws -> [AdoptionResult] {
    var workspace = try AdoptionWorkspace(directory: settings.into)
    let registration = FamilyRegistration(directory: settings.manifests)
    var prepared: [PreparedExtension] = []
    for batch in batches {
      prepared += try prepare(batch.paths, family: batch.family, registration, &workspace)
    }
    try workspace.save(sdk: sdk)
    let build = PackageBuild(directory: workspace.directory, swift: settings.swift)
    // Build all at once if there are no known faults, or else one by one.
    let sound = prepared.filter(\.faults.isEmpty)
    if sound.count > 1, sound.count == prepared.count {
      progress("building \(sound.count) extensions")
      _ = try build.build()
    }
    var results: [AdoptionResult] = []
    for one in prepared {
      if one.faults.isEmpty { progress("building \(one.adopted.id)") }
      let result =
        try one.faults.isEmpty ? finish(one, build, workspace) : AdoptionResult(one, workspace, faults: one.faults)
      workspace.markBuilt(one.adopted.module, result.isBuilt)
      results.append(result)
    }
    try workspace.save(sdk: sdk)
    for family in Set(prepared.map(\.adopted.family)) { try registration.register(family, workspace: workspace) }
    return results
  }

  private func prepare(
    _ paths: [String], family: String?, _ registration: FamilyRegistration, _ workspace: inout AdoptionWorkspace
  ) throws -> [PreparedExtension] {
    let candidates = try AdoptionInput(paths).candidates
    if settings.name != nil, candidates.count > 1 {
      throw AdoptionError("--name requires a single extension; \(candidates.count) were found. Adopt one at a time.")
    }
    let family = family ?? Self.family(of: candidates)
    try registration.check(family, workspace: workspace)
    return try candidates.map { candidate in
      let one = try PreparedExtension(
        candidate, family: family, name: settings.name, workspace: workspace, sdk: sdk, identifiers: identifiers)
      try checkPlace(of: one.adopted, in: workspace)
      workspace.record(one.adopted)
      return one
    }
  }

  /// Checks that a family has only one extension at each point.
  private func checkPlace(of one: AdoptedExtension, in workspace: AdoptionWorkspace) throws {
    let other = workspace.extensions.first {
      $0.family == one.family && ($0.pointName == one.pointName) != ($0.name == one.name)
    }
    guard let other else { return }
    throw AdoptionError(
      other.name == one.name
        ? "\(other.id) is at the point \(other.pointName); give this one, at \(one.pointName), another --name."
        : """
        The family \(one.family) has \(other.id) at the point \(other.pointName) already; adopt this one with \
        --name \(other.name) to replace it, or with another --family.
        """)
  }

  private func finish(
    _ one: PreparedExtension, _ build: PackageBuild, _ workspace: AdoptionWorkspace
  ) throws -> AdoptionResult {
    let outcome = try build.build(one.adopted.module)
    guard outcome.status == 0 else {
      let diagnostics = CompilerDiagnostics(originals: one.originals, modules: ModuleKnowledge(sdk: sdk.modules))
      var result = AdoptionResult(one, workspace, faults: diagnostics.faults(in: outcome.output))
      result.output = outcome.output
      return result
    }
    let bundle = workspace.bundle(of: one.adopted.family)
    try FileWriting.makeDirectory(bundle + "/assets")
    for (asset, file) in zip(one.adopted.assets, one.assetFiles) {
      try FileWriting.write(try InputFile.data(file), to: "\(bundle)/\(asset.path)")
    }
    guard let program = FileManager.default.contents(atPath: "\(build.products)/\(one.adopted.module)") else {
      throw AdoptionError("The build of \(one.adopted.id) produced no executable in \(build.products).")
    }
    let executable = "\(bundle)/\(one.adopted.module)"
    try FileWriting.write(program, to: executable, mode: 0o755)
    var result = AdoptionResult(one, workspace, faults: [])
    result.executable = executable
    result.executableBytes = Int64(program.count)
    result.output = outcome.output
    return result
  }

  /// The last component of the app group or, without one, the name of the enclosing folder.
  private static func family(of candidates: [AdoptionInput.Candidate]) -> String {
    for candidate in candidates {
      for file in candidate.folder.entitlements {
        guard let list = try? PropertyList(file: file),
          let group = list["com.apple.security.application-groups"]?.texts.first(where: { !$0.contains("$(") }),
          let last = group.split(separator: ".").last
        else { continue }
        return slug(String(last))
      }
    }
    return slug(candidates.first?.home ?? "adopted")
  }

  /// - Returns: The text converted to a name that a manifest accepts.
  package static func slug(_ text: String) -> String {
    let lowered = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let trimmed = String(lowered).drop { !("a"..."z").contains($0) }.prefix(32)
    let plain = String(trimmed).split(separator: "-").joined(separator: "-")
    return plain.isEmpty ? "adopted" : plain
  }
}
