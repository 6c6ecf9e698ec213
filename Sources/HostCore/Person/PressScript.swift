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

  /// The press that the `count`-th shield of the day will get.
  func press(on shield: Shield, count: Int) -> PendingPress? {
    guard buttons.indices.contains(count - 1) else { return nil }
    return PendingPress(
      button: buttons[count - 1].rawValue, item: shield.item, at: shield.since.advanced(by: hesitation))
  }
}

/// A press that will happen unless the shield goes first; durable with the shield itself.
struct PendingPress: Codable, Hashable {
  var button: String
  var item: Item
  var at: Timestamp
}
