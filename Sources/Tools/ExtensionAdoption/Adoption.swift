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
    /// The directory of compiled SDKs.
    package var cache: String
    /// The flavour to compile, or `nil` for the best whose SDK is there.
    package var flavour: SDKFlavour?
    /// Whether programs contain the Swift runtime, if no flavour is given.
    package var isStatic = false

    package init(
      into: String, manifests: String, family: String? = nil, name: String? = nil, swift: String = "swift",
      cache: String = SDKCache.standardDirectory(),
      flavour: SDKFlavour? = nil
    ) {
      self.into = into
      self.manifests = manifests
      self.family = family
      self.name = name
      self.swift = swift
      self.cache = cache
      self.flavour = flavour
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
  /// - Returns: A result per extension, in the order found, and the targets that were left out. The result of an
  ///   extension that can't compile has its faults.
  /// - Throws: `AdoptionError` if nothing can be adopted, or the workspace can't be used.
  package func run(_ paths: [String], progress: (String) -> Void = { _ in }) throws -> AdoptionRound {
    try round([(settings.family, paths)], progress)
  }

  /// Adopts several families at once.
  package func run(
    batches: [(family: String?, paths: [String])], progress: (String) -> Void = { _ in }
  ) throws -> [AdoptionResult] {
    try round(batches, progress).results
  }

  private func round(
    _ batches: [(family: String?, paths: [String])], _ progress: (String) -> Void
  ) throws -> AdoptionRound {
    var leftOut: [LeftOutTarget] = []
    var workspace = try AdoptionWorkspace(directory: settings.into)
    let registration = FamilyRegistration(directory: settings.manifests)
    var prepared: [PreparedExtension] = []
    for batch in batches {
      prepared += try prepare(batch.paths, family: batch.family, registration, &workspace, &leftOut)
    }
    try workspace.save(sdk: sdk)
    let build = try prepared.isEmpty ? nil : self.build(workspace, progress)
    var results: [AdoptionResult] = []
    for one in prepared {
      progress("\(one.faults.isEmpty ? "building" : "checking") \(one.adopted.id)")
      let result =
        if let build, one.faults.isEmpty {
          try finish(one, build, &workspace)
        } else {
          AdoptionResult(one, workspace, faults: try build.map { try allFaults(of: one, $0) } ?? one.faults)
        }
      workspace.markBuilt(one.adopted.module, result.isBuilt)
      results.append(result)
    }
    try workspace.save(sdk: sdk)
    for family in Set(prepared.map(\.adopted.family)) { try registration.register(family, workspace: workspace) }
    return AdoptionRound(results: results, leftOut: leftOut, flavour: build?.sdk.flavour)
  }

  /// Reads and writes extensions without compiling them.
  func prepare(_ paths: [String]) throws -> [PreparedExtension] {
    var workspace = try AdoptionWorkspace(directory: settings.into)
    var leftOut: [LeftOutTarget] = []
    return try prepare(
      paths, family: settings.family, FamilyRegistration(directory: settings.manifests), &workspace, &leftOut)
  }

  private func build(_ workspace: AdoptionWorkspace, _ progress: (String) -> Void) throws -> ExtensionBuild {
    let toolchain = Toolchain(swift: settings.swift)
    let cache = SDKCache(directory: settings.cache, sdk: sdk, toolchain: toolchain)
    let built = try cache.built(settings.flavour, isStatic: settings.isStatic, progress: progress)
    return ExtensionBuild(
      workspace: workspace, sdk: built, toolchain: toolchain, isOptimised: settings.flavour?.isOptimised ?? true)
  }

  private func prepare(
    _ paths: [String], family: String?, _ registration: FamilyRegistration, _ workspace: inout AdoptionWorkspace,
    _ leftOut: inout [LeftOutTarget]
  ) throws -> [PreparedExtension] {
    let input = try AdoptionInput(paths)
    let candidates = input.candidates
    leftOut += input.leftOut
    if settings.name != nil, candidates.count > 1 {
      throw AdoptionError("--name requires a single extension; \(candidates.count) were found. Adopt one at a time.")
    }
    let family = family ?? Self.family(of: candidates)
    try registration.check(family, workspace: workspace)
    var prepared: [PreparedExtension] = []
    for candidate in candidates {
      do {
        var one = try PreparedExtension(
          candidate, family: family, name: settings.name, taken: Set(prepared.map(\.adopted.id)), workspace: workspace,
          sdk: sdk, identifiers: identifiers)
        let next = one.adopted.family
        if next != family {
          try registration.check(next, workspace: workspace)
          let other = prepared.first { $0.adopted.family == family && $0.adopted.name == one.adopted.name }
          one.notes.append(
            """
            the family \(family) has a \(one.adopted.pointName) extension already (\(other?.adopted.module ?? "?")), so \
            this one is the family \(next)
            """)
        }
        try checkPlace(of: one.adopted, in: workspace)
        workspace.record(one.adopted)
        prepared.append(one)
      } catch let error as AdoptionError where candidates.count > 1 {
        let isFailure = (try? PreparedExtension.isHosted(candidate, identifiers: identifiers)) ?? true
        leftOut.append(LeftOutTarget(reason: error.description, isFailure: isFailure))
      }
    }
    if prepared.isEmpty, let first = leftOut.first(where: \.isFailure) ?? leftOut.first {
      throw AdoptionError(first.reason)
    }
    return prepared
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
    _ prepared: PreparedExtension, _ build: ExtensionBuild, _ workspace: inout AdoptionWorkspace
  ) throws -> AdoptionResult {
    var one = prepared
    let bundle = workspace.bundle(of: one.adopted.family)
    let executable = "\(bundle)/\(one.adopted.module)"
    var outcome = try build.build(one.adopted, to: executable)
    // Each round adds a module or leaves out a file, so a few are enough; the bound is for the time they take.
    for _ in 0..<3 where outcome.status != 0 {
      guard try amend(&one, after: outcome, &workspace) else { break }
      outcome = try build.build(one.adopted, to: executable)
    }
    guard outcome.status == 0 else {
      var result = AdoptionResult(one, workspace, faults: diagnostics(of: one).faults(in: outcome.output))
      result.output = LinkFailure.demangled(outcome.output, by: Toolchain(swift: settings.swift))
      return result
    }
    try FileWriting.makeDirectory(bundle + "/assets")
    for (asset, file) in zip(one.adopted.assets, one.assetFiles) {
      try FileWriting.write(try InputFile.data(file), to: "\(bundle)/\(asset.path)")
    }
    var result = AdoptionResult(one, workspace, faults: [])
    result.executable = executable
    let size = (try? FileManager.default.attributesOfItem(atPath: executable))?[.size] as? NSNumber
    result.executableBytes = size?.int64Value
    result.output = outcome.output
    return result
  }

  /// The faults found before compiling, and those that the compiler finds with empty modules in place of missing ones,
  /// so that a developer sees all of them in one round.
  private func allFaults(of one: PreparedExtension, _ build: ExtensionBuild) throws -> [AdoptionFault] {
    let known = Set(one.faults.map { "\($0.file):\($0.line)" })
    let found = diagnostics(of: one).faults(in: try build.check(one.adopted, besides: one.missingModules).output)
    return (one.faults + found.filter { !known.contains("\($0.file):\($0.line)") })
      .sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }

  private func diagnostics(of one: PreparedExtension) -> CompilerDiagnostics {
    let names = SDKNames(sdk)
    return CompilerDiagnostics(
      originals: one.originals, modules: ModuleKnowledge(sdk: sdk.modules), names: names,
      shells: (one.adopted.shells ?? []) + one.missingModules + one.adopted.products.filter(names.empty.contains))
  }

  /// Changes what a failed build can do without or find elsewhere.
  ///
  /// On Apple's systems a framework re-exports others, so sources use names of modules that they don't import. A name
  /// that exactly one module declares is therefore imported for this extension.
  private func amend(
    _ one: inout PreparedExtension, after outcome: Toolchain.Outcome, _ workspace: inout AdoptionWorkspace
  ) throws -> Bool {
    let diagnostics = diagnostics(of: one)
    let known = Set(one.adopted.implicitImports ?? [])
    let declaring = CompilerDiagnostics.missingNames(in: outcome.output).compactMap { name -> String? in
      let modules = diagnostics.names.modules(of: name)
      return modules.count == 1 ? modules[0] : nil
    }
    let found = Set(declaring).subtracting(known)
    if !found.isEmpty {
      one.adopted.implicitImports = (one.adopted.implicitImports ?? []) + found.sorted()
      one.adopted.products = Set(one.adopted.products).union(found).sorted()
      workspace.record(one.adopted)
      try workspace.save(sdk: sdk)
      return true
    }
    let faulty = Set(diagnostics.faults(in: outcome.output).map(\.file))
    let left = one.selection.expendable(faulty)
    for (copy, original) in one.originals where left.contains(original) {
      try? FileManager.default.removeItem(atPath: copy)
    }
    one.notes += left.sorted().map { PreparedExtension.note(onLeftOut: $0) }
    return !left.isEmpty
  }

  /// The last component of the app group or, without one, the name of the enclosing folder.
  private static func family(of candidates: [AdoptionInput.Candidate]) -> String {
    for candidate in candidates {
      for file in candidate.folder.entitlements {
        guard let list = try? PropertyList(file: file),
          let group = list["com.apple.security.application-groups"]?.texts
            .map({ XcodeSettings.expanded($0, in: candidate.folder.settings) }).first(where: { !$0.contains("$(") }),
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
