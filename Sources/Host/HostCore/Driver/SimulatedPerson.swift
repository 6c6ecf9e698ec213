// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
package import ScreenTimeRules

/// The person of a scripted run. Reads what the device presents and asks, as on a console, and acts on it.
package final class SimulatedPerson {
  /// An app that is open or being opened.
  private struct OpenApp {
    var isUp = false
    /// The buttons that remain to be tapped.
    var taps: ArraySlice<String>
    var window: AppWindow?
    var hasLeft = false
  }

  private let answers: PersonAnswers
  private let presses: PressScript
  private var apps: [FamilyID: OpenApp] = [:]
  private var picksMade: [FamilyID: Int] = [:]
  /// The apps that were opened for their answers, with the most picks that one opening asked for.
  private var visits: [FamilyID: Int] = [:]
  /// The first tap whose button was not there.
  private var missedTaps: [FamilyID: MissedTap] = [:]
  /// The planned press, dropped if the shield goes first.
  private var press: (act: PersonAct, at: Timestamp)?

  package init(answers: PersonAnswers, presses: PressScript) {
    self.answers = answers
    self.presses = presses
  }

  // MARK: - Seeing

  package func sees(_ surface: Surface) {
    switch surface {
    case .app(let front):
      guard front.isUp else {
        apps[front.family] = OpenApp(taps: (front.isVisit ? answers.taps(of: front.family) : [])[...])
        picksMade[front.family] = 0
        return
      }
      apps[front.family]?.isUp = true
      // An opening that is not a visit ends by itself, so the person need not leave.
      if !front.isVisit { apps[front.family]?.hasLeft = true }
    case .window(let window):
      apps[window.family]?.window = AppWindow(tree: window.tree, view: window.view)
    case .shield(let shield) where shield.isOnScreen:
      guard let planned = presses.press(count: shield.ordinal, reading: shield.firstByLabel) else { return press = nil }
      let at = shield.shield.since.advanced(by: presses.hesitation)
      // A redrawn shield is the same shield, so keep the planned press.
      if let press, press.at == at { return }
      press = (PersonAct(.presses(planned, shield.shield), id: PressScript.act(on: shield.shield), origin: .script), at)
    case .shield, .report, .notifications, .widget: break
    }
  }

  package func loses(_ surface: SurfaceID) {
    switch surface {
    case .app(let family): apps[family] = nil
    case .shield: press = nil
    case .widget: break
    }
  }

  // MARK: - Answering

  package func answer(_ prompt: Prompt) -> PromptReply {
    switch prompt {
    case .authorization(let family, _, _), .profile(let family, _): return .said(answers.authorization(of: family))
    case .revocation(let family): return .said(answers.revocation(of: family))
    case .pick(let family, _):
      let index = picksMade[family, default: 0]
      picksMade[family] = index + 1
      if let most = visits[family] { visits[family] = max(most, index + 1) }
      return switch answers.pick(index, of: family) {
      case .picked(let pick): .picked(pick)
      case .cancelled: .picked(nil)
      case .unanswered: .said(.unanswered)
      }
    }
  }

  /// The answers that the run never came to, by their places in the file: taps from the first whose button was not there,
  /// and picks that no picker asked for. Apps that the run did not open are left out, so that a second run over one state
  /// has none.
  ///
  /// - Parameter others: families whose answers are not from the file.
  func unreadAnswers(besides others: Set<FamilyID>) -> [(place: String, says: String)] {
    visits.keys.sorted().filter { !others.contains($0) }.flatMap { family -> [(place: String, says: String)] in
      let taps = answers.taps(of: family)
      let missed = missedTaps[family].map { first in
        taps.indices.dropFirst(first.index).map { index in
          let says =
            index == first.index
            ? "the window has no button “\(taps[index])”" + first.others : "the taps ended before “\(taps[index])”"
          return (place: "/\(family.rawValue)/taps/\(index)", says: says)
        }
      }
      let picks = (visits[family] ?? 0)..<max(visits[family] ?? 0, answers.picks(of: family))
      return (missed ?? [])
        + picks.map { (place: "/\(family.rawValue)/picks/\($0)", says: "no picker asked for it") }
    }
  }

  // MARK: - Acting

  package func opening(of family: FamilyID) -> PersonAct {
    visits[family] = visits[family] ?? 0
    return PersonAct(.opens(family, stays: !answers.taps(of: family).isEmpty), origin: .script)
  }

  /// The time of the person's next unprompted act.
  package var nextAct: Timestamp? { press?.at }

  /// The person's next act in an open app before any time passes: the remaining taps, then leaving.
  func nextTap() -> PersonAct? {
    guard let family = apps.keys.sorted().first(where: { apps[$0]?.isUp == true && apps[$0]?.hasLeft == false })
    else { return nil }
    guard let label = apps[family]?.taps.popFirst() else {
      apps[family]?.hasLeft = true
      return PersonAct(.leaves(family, missing: nil), origin: .script)
    }
    guard let window = apps[family]?.window, case .tap(let tree, let action, _)? = window.tap(on: label) else {
      apps[family]?.hasLeft = true
      missedTaps[family] =
        missedTaps[family]
        ?? MissedTap(
          index: answers.taps(of: family).count - (apps[family]?.taps.count ?? 0) - 1,
          buttons: apps[family]?.window?.controls.map(\.label) ?? [])
      return PersonAct(.leaves(family, missing: label), origin: .script)
    }
    apps[family]?.isUp = false
    return PersonAct(.taps(family, label: label, tree: tree, action: action), origin: .script)
  }

  package func duePress(at now: Timestamp) -> PersonAct? {
    guard let due = press, due.at <= now else { return nil }
    press = nil
    return due.act
  }

  /// The person's next closing of an app, after everything else of the instant is done.
  ///
  /// - Parameter isBusy: whether a callback of the family is in flight. The person waits for it before closing the app.
  package func nextClosing(isBusy: (FamilyID) -> Bool = { _ in false }) -> PersonAct? {
    let left = apps.keys.sorted().filter { apps[$0]?.hasLeft == true && !answers.leavesOpen($0) }
    guard let family = left.first(where: { !isBusy($0) }) else { return nil }
    apps[family] = nil
    return PersonAct(.closes(family), origin: .script)
  }
}

/// The first tap whose button the window did not have, with the buttons that it did have.
private struct MissedTap {
  var index: Int
  var buttons: [String]

  /// The end of a sentence about it. A long window is cut, since its first buttons show what it is.
  var others: String {
    guard !buttons.isEmpty else { return ", nor any other" }
    let shown = buttons.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
    return "; it has \(shown)" + (buttons.count > 8 ? " and \(buttons.count - 8) more" : "")
  }
}
