// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ScreenTimeRules

/// The scripted person's presses on shields: the buttons, and the delay.
///
/// The n-th shield of a local day gets the n-th button, some further shields the button that their labels decide, and
/// later ones no press. Presses have no fixed times because
/// shields appear when use does.
package struct PressScript: Hashable, Sendable {
  package var buttons: [ShieldButton]
  package var hesitation: Int64
  /// The number of presses after those of `buttons` by a person who reads the labels instead of knowing the places.
  package var byLabel: Int

  /// - Parameter hesitation: milliseconds between the shield and the press.
  package init(buttons: [ShieldButton], byLabel: Int = 0, hesitation: Int64 = 5_000) {
    self.buttons = buttons
    self.byLabel = byLabel
    self.hesitation = hesitation
  }

  /// Reads `secondary,primary`, or `none`.
  ///
  /// - Throws: `HostError` that names the unknown word.
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
          throw HostError(.usage, "“\(word)” is not a button; use primary, secondary, a list of these, or none.")
        }
      })
  }

  /// The button that the `count`-th shield of the day will get.
  ///
  /// - Parameter read: the button that the shield's labels decide.
  func press(count: Int, reading read: @autoclosure () -> ShieldButton) -> ShieldButton? {
    let index = count - 1
    if buttons.indices.contains(index) { return buttons[index] }
    return index >= buttons.count && index - buttons.count < byLabel ? read() : nil
  }

  /// The id of the only press that a shield gets, so that a press repeated after a kill is taken once.
  static func act(on shield: Shield) -> String {
    "press \(shield.since.milliseconds) \(shield.item.kind) \(shield.item.id)"
  }
}
