// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Which point a folder is meant for: by what its sources are first, since a wrong identifier in an `Info.plist` is what
/// Xcode lets pass; by the identifier where the sources don't tell.
struct PointRecognition: Hashable, Sendable {
  var point: ExtensionPoint
  /// The class to make an instance of; `nil` where a `@main` type is the entry.
  var principal: String?
  /// What was amiss and what was made of it.
  var notes: [String] = []

  init(point: ExtensionPoint, principal: String?, notes: [String]) {
    self.point = point
    self.principal = principal
    self.notes = notes
  }

  /// The base class or protocol of each point that can be adopted.
  static let bases: [(base: String, point: ExtensionPoint)] = [
    ("DeviceActivityMonitor", .monitor), ("ShieldConfigurationDataSource", .shieldConfiguration),
    ("ShieldActionDelegate", .shieldAction), ("DeviceActivityReportExtension", .report),
  ]

  /// - Throws: `AdoptionError` that says what was looked for.
  init(_ sources: [SwiftSource], info: ExtensionInfo?, identifiers: [String: ExtensionPoint], folder: String) throws {
    let heritage = ClassHierarchy(sources)
    let candidates = heritage.candidates
    let named = info?.principalClass.flatMap { name in candidates.first { $0.name == name } }
    let meant = info?.identifier.flatMap { identifiers[$0] }
    let chosen = named ?? candidates.first { $0.point == meant } ?? candidates.first
    guard let chosen else { throw Self.nothing(info, meant, folder) }
    point = chosen.point
    principal = chosen.point == .report ? nil : chosen.name
    if let identifier = info?.identifier, meant != point {
      let right = identifiers.first { $0.value == point }?.key ?? ""
      notes.append(
        "NSExtensionPointIdentifier is “\(identifier)”; \(chosen.name) is a \(chosen.base), so it is taken for \(point.rawValue) (“\(right)”)"
      )
    } else if info?.identifier == nil {
      notes.append(
        "no NSExtensionPointIdentifier was found; \(chosen.name) is a \(chosen.base), so it is taken for \(point.rawValue)"
      )
    }
    if let wanted = info?.principalClass, wanted != chosen.name, point != .report {
      notes.append("NSExtensionPrincipalClass is “\(wanted)”, which no file declares; \(chosen.name) is taken instead")
    }
    if point == .report, !sources.contains(where: \.hasMain) {
      notes.append("\(chosen.name) has no @main; it is started all the same")
      principal = chosen.name
    }
    let others = candidates.filter { $0.point == point && $0.name != chosen.name && !$0.isBase }.map(\.name)
    if !others.isEmpty, named == nil {
      notes.append("\(others.joined(separator: ", ")) would do as well; name one in NSExtensionPrincipalClass")
    }
  }

  private static func nothing(_ info: ExtensionInfo?, _ meant: ExtensionPoint?, _ folder: String) -> AdoptionError {
    let bases = bases.map(\.base).joined(separator: ", ")
    switch (info?.identifier, meant) {
    case (let identifier?, .widget?), (let identifier?, .focusFilter?):
      return AdoptionError("\(folder): “\(identifier)” is a point that can't be adopted in this release.")
    case (let identifier?, let point?):
      return AdoptionError(
        "\(folder): its Info.plist says \(point.rawValue) (“\(identifier)”), but no Swift file declares a subclass of \(bases)."
      )
    default:
      return AdoptionError("\(folder) is no Screen Time extension: no Swift file declares a subclass of \(bases).")
    }
  }
}

/// Who descends from the base classes, through classes of the folder's own too.
private struct ClassHierarchy {
  struct Candidate {
    var name: String
    var base: String
    var point: ExtensionPoint
    /// Another class builds on it.
    var isBase: Bool
  }

  let candidates: [Candidate]

  init(_ sources: [SwiftSource]) {
    let declarations = sources.flatMap(\.declarations)
    let heirs = Dictionary(
      declarations.flatMap { one in one.inherits.map { ($0, [one.name]) } }, uniquingKeysWith: { $0 + $1 })
    // From the bases down, each class once: sources that don't compile may inherit in circles.
    var descent: [String: (base: String, point: ExtensionPoint)] = [:]
    for known in PointRecognition.bases {
      var line = heirs[known.base] ?? []
      while let next = line.popLast() {
        guard descent[next] == nil else { continue }
        descent[next] = known
        line += heirs[next] ?? []
      }
    }
    // A class that others build on is not the one that is started.
    let inherited = Set(declarations.flatMap(\.inherits))
    let found = declarations.compactMap { one in
      descent[one.name].map {
        Candidate(name: one.name, base: $0.base, point: $0.point, isBase: inherited.contains(one.name))
      }
    }
    candidates = found.filter { !$0.isBase } + found.filter(\.isBase)
  }
}
