// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// Takes extensions as Xcode has them into a workspace: reads, recognises, writes a package, builds it, registers it.
package struct Adoption {
  /// What is asked for beside the sources.
  package struct Settings: Sendable {
    /// The workspace.
    package var into: String
    /// Where the families' manifests are put.
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
  /// Apple's identifiers to points.
  private let identifiers: [String: ExtensionPoint]

  package init(_ settings: Settings, sdk: SDKLocation, identifiers: [String: ExtensionPoint]) {
    self.settings = settings
    self.sdk = sdk
    self.identifiers = identifiers
  }

  /// Adopts folders, projects or files.
  ///
  /// - Parameter progress: told what is being done, for a person who waits.
  /// - Returns: a result for each extension, in the order found; those that can't compile with their faults.
  /// - Throws: `AdoptionError` where nothing was found, or the workspace can't be used.
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
    // All at once where nothing is known to fail; one by one where something does.
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
      throw AdoptionError("--name names one extension, and \(candidates.count) were found; adopt them one at a time.")
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

  /// A family has one extension at each of these points.
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
      throw AdoptionError("The build of \(one.adopted.id) left no program in \(build.products).")
    }
    let executable = "\(bundle)/\(one.adopted.module)"
    try FileWriting.write(program, to: executable, mode: 0o755)
    var result = AdoptionResult(one, workspace, faults: [])
    result.executable = executable
    result.executableBytes = Int64(program.count)
    result.output = outcome.output
    return result
  }

  /// The app group's last word, else the folder that holds them all.
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

  /// - Returns: what a manifest takes for a name.
  package static func slug(_ text: String) -> String {
    let lowered = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let trimmed = String(lowered).drop { !("a"..."z").contains($0) }.prefix(32)
    let plain = String(trimmed).split(separator: "-").joined(separator: "-")
    return plain.isEmpty ? "adopted" : plain
  }
}
