// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ScreenTimeRules

/// How the simulated person behaves in front of a shield: which button, and after how long.
///
/// The n-th shield of a local day gets the n-th button; from the end of the list on the person turns away without a
/// press. Fixed times would miss: shields come up when use does.
package struct PressScript: Hashable, Sendable {
  package var buttons: [ShieldButton]
  package var hesitation: Int64

  /// - Parameter hesitation: milliseconds between the shield and the press.
  package init(buttons: [ShieldButton], hesitation: Int64 = 5_000) {
    self.buttons = buttons
    self.hesitation = hesitation
  }

  /// Reads `secondary,primary`, or `none`.
  ///
  /// - Throws: `HostError` that names the word.
  package init(_ text: String) throws {
    guard text != "none" else {
      self.init(buttons: [])
      return
    }
    self.init(
      buttons: try text.split(separator: ",").map { word in
        switch word {
        case "primary": .primaryButtonPressed
        case "secondary": .secondaryButtonPressed
        default:
          throw HostError(.usage, "“\(word)” is no button; say primary, secondary, a list of these, or none.")
        }
      })
  }

  /// The button that the `count`-th shield of the day will get.
  func press(on shield: Shield, count: Int) -> ShieldButton? {
    buttons.indices.contains(count - 1) ? buttons[count - 1] : nil
  }

  /// The name of the one press that a shield gets: repeated after a kill, it is taken once.
  static func act(on shield: Shield) -> String {
    "press \(shield.since.milliseconds) \(shield.item.kind) \(shield.item.id)"
  }
}
