// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// An extension that has been read, analysed and written to the workspace, ready to build.
struct PreparedExtension {
  var adopted: AdoptedExtension
  var notes: [String]
  let faults: [AdoptionFault]
  /// The original files by the paths of their copies.
  let originals: [String: String]
  /// Its sources, and the name it starts from.
  let selection: SourceSelection
  /// The third-party modules that the sources import.
  let missingModules: [String]
  /// The files of `adopted.assets`.
  let assetFiles: [String]

  /// - Parameter taken: The ids of the extensions before it. A family has one extension at each point, so another one
  ///   becomes a family of its own: it belongs to another app, or to another version of it.
  init(
    _ candidate: AdoptionInput.Candidate, family: String, name: String?, taken: Set<String> = [],
    workspace: AdoptionWorkspace, sdk: SDKLocation,
    identifiers: [String: ExtensionPoint]
  ) throws {
    let folder = candidate.folder
    let place = folder.path.isEmpty ? folder.name : folder.path
    var sources = try folder.swiftFiles.map { try SwiftSource(path: $0) }
    guard !sources.isEmpty else { throw AdoptionError("\(place) has no Swift files.") }
    let info = try Self.info(folder)
    let recognised = try PointRecognition(sources, info: info, identifiers: identifiers, folder: place)
    var assets = AssetSet(catalogs: folder.catalogs)
    assets.add(appCatalogs: candidate.appCatalogs, namedIn: sources)
    assets.add(loose: folder.resources, namedIn: sources)
    let strings = try StringTables(folder.strings)
    let name = name ?? Self.standardName(recognised.point)
    let isTaken = taken.contains("\(family).\(name)")
    let family = isTaken ? Adoption.slug("\(family)-\(candidate.folder.name)") : family
    var module = workspace.module(for: family, name, folder: folder.name)
    let modules = ModuleKnowledge(sdk: sdk.modules)
    if modules.has(module) || AppleFrameworks.names.contains(module) { module += "Extension" }

    let screening = SourceScreening(modules: modules)
    func screened() -> [AdoptionFault] {
      sources.flatMap { screening.faults(in: $0, ownModules: candidate.localModules.union([folder.name, module])) }
    }
    let entries = Set([recognised.principal].compactMap { $0 })
    let left = SourceSelection(sources: sources, entries: entries).expendable(Set(screened().map(\.file)))
    sources.removeAll { left.contains($0.path) }
    selection = SourceSelection(sources: sources, entries: entries)
    faults = screened()
    let needs = SourceNeeds(sources)
    // Modules whose declarations are part of Foundation on Apple's systems, for files that import only Foundation.
    let implicit = (["FoundationShims"] + needs.macros).filter(sdk.modules.contains) + needs.partsOfFoundation
    // The imports that an earlier build turned out to need, so that an unchanged extension is not compiled twice.
    let known = (workspace.extensions.first { $0.module == module }?.implicitImports ?? [])
      .filter { sdk.modules.contains($0) && !implicit.contains($0) }
    let shells = Set(sources.flatMap { $0.imports.filter { !$0.isGuarded }.map(\.module) })
      .intersection(modules.absent).sorted()
    missingModules = Set(sources.flatMap { $0.imports.filter { !$0.isConditional }.map(\.module) })
      .filter { modules.objection(to: $0, ownModules: candidate.localModules.union([folder.name, module])) != nil }
      .sorted()
    adopted = AdoptedExtension(
      module: module, family: family, name: name, pointName: recognised.point.rawValue,
      displayName: String((info?.displayName ?? candidate.home).prefix(64)),
      groups: try Self.groups(folder, sources), requests: needs.requests(at: recognised.point).map(\.rawValue),
      needsFiles: needs.files,
      products: needs.modules.union(assets.isEmpty && strings.isEmpty ? [] : ["UIKit"]).union(implicit).union([
        "ExtensionRuntime"
      ])
      .intersection(sdk.modules).sorted(),
      assets: assets.images.map { .init(name: $0.name, path: "assets/\(AdoptionWorkspace.identifier($0.name)).png") },
      sources: candidate.origin.map { [$0] } ?? (folder.path.isEmpty ? folder.swiftFiles : [folder.path]),
      languageMode: candidate.languageMode,
      compilerFlags: CompilerFlags(candidate.folder.settings).arguments,
      implicitImports: implicit + known, shells: shells.isEmpty ? nil : shells)
    let links = recognised.point == .widget ? LinkedAddresses(sources) : LinkedAddresses([])
    if links.note != nil { (adopted.urlSchemes, adopted.urlHosts) = (links.schemes, links.hosts) }
    assetFiles = assets.images.map(\.file)
    notes =
      recognised.notes + assets.notes + strings.notes
      + Self.notes(
        on: folder.resources.filter { !LoosePictures.isPicture($0) }, in: place)
      + needs.notes(at: recognised.point, principal: recognised.principal)
      + left.sorted().map { Self.note(onLeftOut: $0) } + [links.note].compactMap(\.self)
    let entry = recognised.principal.map {
      PointRecognition.pointsWithMain.contains(recognised.point)
        ? EntryFile.text(main: $0) : EntryFile.text(principal: $0)
    }
    let bundle = BundleFacts(
      info, identifier: candidate.bundleIdentifier, name: adopted.displayName, fallback: adopted.id)
    originals = try SourceCopies(
      sources, entry: entry, bundle: bundle.text(for: sources),
      symbols: sdk.declaresAssets
        ? AssetSymbols(colors: assets.colors, images: assets.images, strings: strings, sources: sources)
        : nil,
      absent: modules.absent.union(ModuleKnowledge.needless),
      localModules: candidate.localModules.union(ModuleKnowledge.needless), in: "\(workspace.sources)/\(module)"
    ).originals
  }

  static func note(onLeftOut file: String) -> String {
    "\(file) is left out: it can't compile here, and no other file of the extension mentions it"
  }

  private static func info(_ folder: SourceFolder) throws -> ExtensionInfo? {
    let all = try folder.infoFiles.map { try ExtensionInfo(file: $0, settings: folder.settings) }
    return all.first(where: \.isOfExtension)
  }

  /// Returns whether a candidate is at a point that can be adopted, or may be, because it names none.
  static func isHosted(
    _ candidate: AdoptionInput.Candidate, identifiers: [String: ExtensionPoint]
  ) throws -> Bool {
    guard let identifier = try info(candidate.folder)?.identifier else { return true }
    let hosted = PointRecognition.bases.map(\.point)
    return identifiers[identifier].map(hosted.contains) ?? false
  }

  static func standardName(_ point: ExtensionPoint) -> String {
    switch point {
    case .shieldConfiguration: "shield"
    case .shieldAction: "action"
    case .focusFilter: "focus"
    case .app, .monitor, .report, .widget: point.rawValue.lowercased()
    }
  }

  /// The app groups in the entitlements and those that appear in the code, because folders often come without
  /// entitlements.
  private static func groups(_ folder: SourceFolder, _ sources: [SwiftSource]) throws -> [String] {
    var groups: [String] = []
    for file in folder.entitlements {
      let listed = try PropertyList(file: file)["com.apple.security.application-groups"]?.texts ?? []
      groups += listed.map { XcodeSettings.expanded($0, in: folder.settings) }
    }
    groups += sources.flatMap(\.text.literals).filter { $0.hasPrefix("group.") }
    return groups.reduce(into: []) { list, group in
      let isPlain =
        group.utf8.count <= 64 && group.dropFirst(6).utf8.count > 0
        && group.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
      if isPlain, !list.contains(group) { list.append(group) }
    }
  }

  private static func notes(on resources: [String], in place: String) -> [String] {
    let names = resources.map { $0.hasPrefix(place + "/") ? String($0.dropFirst(place.count + 1)) : $0 }
    guard !names.isEmpty else { return [] }
    return ["not copied: \(names.joined(separator: ", ")); a bundle contains only the executable and images"]
  }
}
