// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
package import ScreenTimeRules

/// The answers of a scripted person on the host's own surfaces: authorization and the picker (A13, T8).
///
/// `{"<family>": {"authorize": "approved"|"denied"|"unanswered", "taps": ["Games", …], "picks": [{"applications": […],
/// "categories": […], "webDomains": […]}, …], "revoke": "approved"|"denied", "leavesOpen": true, "monitors": ["daily 00:00-24:00 limit=1h"], "widgets": [{"kind": "Countdown", "size": "systemSmall"}]}}`. Taps and picks are
/// used in order, and start over each time the app is opened.
package struct PersonAnswers: Sendable {
  /// What happens to a prompt that no answer names (H10). Every creator of answers chooses it, so nothing is approved by
  /// default.
  package enum Otherwise: Sendable {
    /// It stays open until its limit.
    case unanswered
    /// Questions are approved and pickers cancelled, without a person: for development.
    case approved
  }

  package struct Pick: Codable, Hashable, Sendable {
    package var applications: [String]?
    /// Codes of the fixed list (LIVE-ID4), as text.
    package var categories: [String]?
    package var webDomains: [String]?
    package var includeEntireCategory: Bool?

    package init(
      applications: [String]? = nil, categories: [String]? = nil, webDomains: [String]? = nil,
      includeEntireCategory: Bool? = nil
    ) {
      self.applications = applications
      self.categories = categories
      self.webDomains = webDomains
      self.includeEntireCategory = includeEntireCategory
    }
  }

  /// A widget to place at the start of a run, unless it is placed already.
  package struct Widget: Codable, Hashable, Sendable {
    package var kind: String
    package var size: String
  }

  package struct Family: Codable, Hashable, Sendable {
    /// The answer to an authorization prompt, from the person or the guardian (A3, A5). `unanswered` leaves the prompt
    /// open until its limit.
    package var authorize: PromptAnswer?
    /// The guardian's answer when the app asks to give up a child's authorization (A8).
    package var revoke: PromptAnswer?
    /// Whether the app stays open after its taps, so that it is notified of changes (A10).
    package var leavesOpen: Bool?

    package var picks: [Pick]?
    /// Buttons of the app's window, by their text, tapped in this order after it opened.
    package var taps: [String]?
    /// Widgets to place, in this order.
    package var widgets: [Widget]?
    /// The activities that a stand-in app monitors if the family has no app (DEV-3).
    package var monitors: [String]?

    package init(
      authorize: PromptAnswer? = nil, revoke: PromptAnswer? = nil, leavesOpen: Bool? = nil, picks: [Pick]? = nil
    ) {
      self.authorize = authorize
      self.revoke = revoke
      self.leavesOpen = leavesOpen
      self.picks = picks
    }
  }

  package var families: [String: Family]
  package let otherwise: Otherwise

  /// Far more than a year of answers.
  private static let mostBytes = 4 << 20

  package init(families: [String: Family] = [:], otherwise: Otherwise) {
    self.families = families
    self.otherwise = otherwise
  }

  /// Reads the answers file of a scripted run. A prompt that it has no answer to stays unanswered.
  ///
  /// - Throws: `HostError` with one sentence that names the file and the place in it.
  package init(contentsOf path: String) throws {
    otherwise = .unanswered
    do {
      let file = try RegularFile(path: path, mostBytes: Self.mostBytes)
      let data = Data(file.bytes)
      families = try JSONDecoder().decode([String: Family].self, from: data)
      try AnswersForm.check(try JSONDecoder().decode(WireValue.self, from: data), in: path)
    } catch let error as HostError {
      throw error
    } catch let error as DecodingError {
      throw HostError(.invalidInput, "\(path) is not a file of answers: \(error.place)")
    } catch {
      throw HostError(.invalidInput, "\(path): \(error); name a file of answers.")
    }
  }

  package func authorization(of family: FamilyID) -> PromptAnswer {
    families[family.rawValue]?.authorize ?? unnamed
  }

  package func revocation(of family: FamilyID) -> PromptAnswer { families[family.rawValue]?.revoke ?? unnamed }

  /// The answer to a question that no family's answers name.
  private var unnamed: PromptAnswer { otherwise == .approved ? .approved : .unanswered }

  package func leavesOpen(_ family: FamilyID) -> Bool { families[family.rawValue]?.leavesOpen ?? false }

  package func taps(of family: FamilyID) -> [String] { families[family.rawValue]?.taps ?? [] }

  /// The number of picks that a family's answers have.
  func picks(of family: FamilyID) -> Int { families[family.rawValue]?.picks?.count ?? 0 }

  /// The widgets of all families that are not among those that are placed.
  func widgets(beside placed: [WidgetInstance]) -> [(family: FamilyID, widget: Widget)] {
    var left = placed.map { ($0.family.rawValue, $0.kind, $0.size) }
    return families.sorted { $0.key < $1.key }.flatMap { family, own in
      (own.widgets ?? []).compactMap { widget in
        if let index = left.firstIndex(where: { $0 == (family, widget.kind, widget.size) }) {
          left.remove(at: index)
          return nil
        }
        return (FamilyID(family), widget)
      }
    }
  }

  /// The answer to the `index`-th picker of an opened app. After the end of the list the person cancels.
  package func pick(_ index: Int, of family: FamilyID) -> PickAnswer {
    guard let picks = families[family.rawValue]?.picks else {
      return otherwise == .approved ? .cancelled : .unanswered
    }
    return index < picks.count ? .picked(picks[index]) : .cancelled
  }

  /// The answer to a picker.
  package enum PickAnswer: Hashable, Sendable {
    case picked(Pick), cancelled, unanswered
  }

  /// Refuses answers to a family that is not there: a mistyped name would leave the real one without its answers.
  ///
  /// - Throws: `HostError` with one sentence.
  package func requireFamilies(in known: [String], file: String) throws(HostError) {
    guard let stranger = families.keys.sorted().first(where: { !known.contains($0) }) else { return }
    throw HostError(
      .invalidInput,
      "\(file): /\(stranger): no valid manifest has the family “\(stranger)”; use \(known.sorted().joined(separator: ", "))."
    )
  }
}

extension PersonAnswers.Pick {
  package var selection: ItemSelection {
    ItemSelection(
      applications: ItemSet((applications ?? []).map(Item.application)),
      categories: ItemSet((categories ?? []).map(Item.category)),
      webDomains: ItemSet((webDomains ?? []).map(Item.webDomain)))
  }
}

extension DecodingError {
  /// The place in the file, and what was expected there.
  var place: String {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: "/")
      return "/\(path): \(context.debugDescription)"
    @unknown default: return localizedDescription
    }
  }
}
