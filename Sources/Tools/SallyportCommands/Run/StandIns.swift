// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import UsageSources

/// Chooses the stand-in apps of families without an app (DEV-3).
enum StandIns {
  /// Reads specifications.
  ///
  /// - Throws: `HostError` with one sentence.
  static func read(_ texts: [String]) throws(HostError) -> [MonitorSpecification] {
    do { return try MonitorSpecification.list(texts, category: category) } catch {
      throw HostError(.usage, error.description)
    }
  }

  /// The code of a category by its number or by the first word of its name.
  private static func category(_ name: String) -> String? {
    let found = CategoryCode.allCases.first { code in
      name == String(code.rawValue) || name.lowercased() == code.displayName.lowercased().prefix { $0 != " " }
    }
    return found.map { String($0.rawValue) }
  }

  /// Chooses the specifications of each family with a monitor and no app: those of `--monitor`, else those of its answers.
  ///
  /// - Throws: `HostError` for one that can't be read.
  static func choose(
    for families: [LoadedFamily], given: [String], answers: PersonAnswers
  ) throws(HostError) -> [String: [String]] {
    _ = try read(given)
    var chosen: [String: [String]] = [:]
    for manifest in families.map(\.manifest) where !manifest.programs(at: .monitor).isEmpty {
      let texts = given.isEmpty ? answers.families[manifest.family]?.monitors ?? [] : given
      _ = try read(texts)
      if !texts.isEmpty { chosen[manifest.family] = texts }
    }
    return chosen
  }
}

extension PersonAnswers {
  /// Adds picks for stand-in apps: the items of their events, in order.
  func picking(for families: [LoadedFamily]) -> PersonAnswers {
    var answers = self
    for family in families where family.hasStandIn {
      let events = family.monitored.flatMap(\.events).filter { !$0.countsAll }
      answers.families[family.manifest.family, default: .init()].picks = events.map {
        .init(applications: $0.applications, categories: $0.categories, webDomains: $0.webDomains)
      }
    }
    return answers
  }
}
