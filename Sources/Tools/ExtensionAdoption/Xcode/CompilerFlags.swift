// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The compiler's flags that a target's build settings stand for, as far as they decide whether its sources compile.
struct CompilerFlags {
  let arguments: [String]

  init(_ settings: [String: String]) {
    var flags: [String] = []
    var conditions = Self.words(settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS"])
    let others = Self.words(settings["OTHER_SWIFT_FLAGS"])
    for (index, word) in others.enumerated() {
      if word == "-D", index + 1 < others.count { conditions.append(others[index + 1]) }
      if word.hasPrefix("-D"), word.count > 2 { conditions.append(String(word.dropFirst(2))) }
    }
    for condition in conditions where Self.isName(condition) && !flags.contains("-D\(condition)") {
      flags.append("-D\(condition)")
    }
    if settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" { flags += ["-default-isolation", "MainActor"] }
    // Xcode's default.
    if settings["SWIFT_ENABLE_BARE_SLASH_REGEX"] != "NO" { flags.append("-enable-bare-slash-regex") }
    var features = Set(settings.compactMap { key, value in value == "YES" ? Self.features[key] : nil })
    if settings["SWIFT_APPROACHABLE_CONCURRENCY"] == "YES" { features.formUnion(Self.approachable) }
    for feature in features.sorted() { flags += ["-enable-upcoming-feature", feature] }
    arguments = flags
  }

  /// The settings of coming features that can make code compile. Those that only forbid something are left out.
  private static let features = [
    "SWIFT_UPCOMING_FEATURE_DISABLE_OUTWARD_ACTOR_ISOLATION": "DisableOutwardActorInference",
    "SWIFT_UPCOMING_FEATURE_DYNAMIC_ACTOR_ISOLATION": "DynamicActorIsolation",
    "SWIFT_UPCOMING_FEATURE_GLOBAL_ACTOR_ISOLATED_TYPES_USABILITY": "GlobalActorIsolatedTypesUsability",
    "SWIFT_UPCOMING_FEATURE_GLOBAL_CONCURRENCY": "GlobalConcurrency",
    "SWIFT_UPCOMING_FEATURE_IMPLICIT_OPEN_EXISTENTIALS": "ImplicitOpenExistentials",
    "SWIFT_UPCOMING_FEATURE_INFER_ISOLATED_CONFORMANCES": "InferIsolatedConformances",
    "SWIFT_UPCOMING_FEATURE_INFER_SENDABLE_FROM_CAPTURES": "InferSendableFromCaptures",
    "SWIFT_UPCOMING_FEATURE_ISOLATED_DEFAULT_VALUES": "IsolatedDefaultValues",
    "SWIFT_UPCOMING_FEATURE_NONISOLATED_NONSENDING_BY_DEFAULT": "NonisolatedNonsendingByDefault",
    "SWIFT_UPCOMING_FEATURE_REGION_BASED_ISOLATION": "RegionBasedIsolation",
  ]

  /// The features that Xcode calls approachable concurrency.
  private static let approachable: Set<String> = [
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances",
    "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
  ]

  private static func words(_ text: String?) -> [String] {
    (text ?? "").split(whereSeparator: \.isWhitespace).map { $0.trimmingCharacters(in: .init(charactersIn: "\"'")) }
  }

  private static func isName(_ word: String) -> Bool {
    word.first.map { $0.isLetter || $0 == "_" } == true && word.allSatisfy(\.isPartOfName)
  }
}
