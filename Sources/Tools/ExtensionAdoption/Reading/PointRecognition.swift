// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Determines the extension point of a folder. The sources take precedence over the identifier in `Info.plist`, because
/// Xcode doesn't check the identifier. The identifier decides if the sources are ambiguous.
struct PointRecognition: Hashable, Sendable {
  var point: ExtensionPoint
  /// The class to instantiate, or the type whose `main` to call; `nil` if a `@main` type is the entry point.
  var principal: String?
  /// Problems that did not prevent recognition, and how each was handled.
  var notes: [String] = []

  init(point: ExtensionPoint, principal: String?, notes: [String]) {
    self.point = point
    self.principal = principal
    self.notes = notes
  }

  /// The base class or protocol of each point that can be adopted.
  static let bases: [(base: String, point: ExtensionPoint)] = [
    ("DeviceActivityMonitor", .monitor), ("ShieldConfigurationDataSource", .shieldConfiguration),
    ("ShieldActionDelegate", .shieldAction), ("DeviceActivityReportExtension", .report), ("WidgetBundle", .widget),
    ("AppIntentsExtension", .focusFilter), ("Widget", .widget), ("SetFocusFilterIntent", .focusFilter),
  ]

  /// The points whose entry is a type with `main`, not a class to instantiate.
  static let pointsWithMain: Set<ExtensionPoint> = [.report, .widget, .focusFilter]

  /// - Throws: `AdoptionError` that lists the base classes searched for.
  init(_ sources: [SwiftSource], info: ExtensionInfo?, identifiers: [String: ExtensionPoint], folder: String) throws {
    let heritage = ClassHierarchy(sources)
    let candidates = heritage.candidates
    let named = info?.principalClass.flatMap { name in candidates.first { $0.name == name } }
    let meant = info?.identifier.flatMap { identifiers[$0] }
    let chosen = named ?? candidates.first { $0.point == meant } ?? candidates.first
    guard let chosen else { throw Self.nothing(info, meant, folder) }
    point = chosen.point
    let hasMain = Self.pointsWithMain.contains(chosen.point)
    principal = hasMain ? nil : chosen.name
    if let identifier = info?.identifier, meant != point {
      let right = identifiers.first { $0.value == point }?.key ?? ""
      notes.append(
        "NSExtensionPointIdentifier is “\(identifier)”; \(chosen.name) is a \(chosen.base), so it is adopted as \(point.rawValue) (“\(right)”)"
      )
    } else if info?.identifier == nil {
      notes.append(
        "no NSExtensionPointIdentifier was found; \(chosen.name) is a \(chosen.base), so it is adopted as \(point.rawValue)"
      )
    }
    if let wanted = info?.principalClass, wanted != chosen.name, !hasMain {
      notes.append("NSExtensionPrincipalClass is “\(wanted)”, which no file declares; \(chosen.name) is used instead")
    }
    if hasMain, !sources.contains(where: \.hasMain) {
      let isStarted = chosen.base != "SetFocusFilterIntent"
      notes.append(
        isStarted
          ? "\(chosen.name) has no @main, but is started as if it had"
          : "no type is an AppIntentsExtension; an entry point is added, which serves \(chosen.name) and the other intents"
      )
      principal = isStarted ? chosen.name : EntryFile.addedExtension
    }
    let others = candidates.filter { $0.point == point && $0.name != chosen.name && !$0.isBase }.map(\.name)
    // A bundle has many widgets, and an extension many intents.
    if !others.isEmpty, named == nil, point != .widget, point != .focusFilter {
      notes.append("\(others.joined(separator: ", ")) could be used too; set NSExtensionPrincipalClass to choose one")
    }
  }

  private static func nothing(_ info: ExtensionInfo?, _ meant: ExtensionPoint?, _ folder: String) -> AdoptionError {
    let bases = bases.map(\.base).joined(separator: ", ")
    switch (info?.identifier, meant) {
    case (let identifier?, nil):
      return AdoptionError("\(folder): “\(identifier)” is not an extension point of Screen Time, so it is left out.")
    case (let identifier?, let point?):
      return AdoptionError(
        "\(folder): its Info.plist says \(point.rawValue) (“\(identifier)”), but no Swift file declares a subclass of \(bases)."
      )
    default:
      return AdoptionError(
        """
        \(folder) is not a Screen Time extension: no Swift file declares a subclass of \(bases). Give the folder of an \
        extension's target, or the .xcodeproj.
        """)
    }
  }
}

/// The types that inherit from the base classes, directly or through other classes in the folder.
private struct ClassHierarchy {
  struct Candidate {
    var name: String
    var base: String
    var point: ExtensionPoint
    /// Indicates whether another class inherits from it.
    var isBase: Bool
  }

  let candidates: [Candidate]

  init(_ sources: [SwiftSource]) {
    let declarations = sources.flatMap(\.declarations)
    let heirs = Dictionary(
      declarations.flatMap { one in one.inherits.map { ($0, [one.name]) } }, uniquingKeysWith: { $0 + $1 })
    // Traverse from the base classes, visiting each class once: invalid sources may contain cycles.
    var descent: [String: (base: String, point: ExtensionPoint)] = [:]
    for known in PointRecognition.bases {
      var line = heirs[known.base] ?? []
      while let next = line.popLast() {
        guard descent[next] == nil else { continue }
        descent[next] = known
        line += heirs[next] ?? []
      }
    }
    // A class that others inherit from is not the principal class.
    let inherited = Set(declarations.flatMap(\.inherits))
    let found = declarations.compactMap { one in
      descent[one.name].map {
        Candidate(name: one.name, base: $0.base, point: $0.point, isBase: inherited.contains(one.name))
      }
    }
    // A widget's folder may share a filter's source, and the folder of an app a widget's: the types that say what the
    // folder is come first.
    let shared = ["Widget", "SetFocusFilterIntent"]
    let ranked = shared.reduce(found) { found, base in
      found.filter { $0.base != base } + found.filter { $0.base == base }
    }
    candidates = ranked.filter { !$0.isBase } + ranked.filter(\.isBase)
  }
}
