// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import FamilyManifests
import Surfaces

extension PresentedShield {
  /// A button that can be pressed, and what it says.
  package struct LabelledButton: Hashable, Sendable {
    package var button: ShieldButton
    package var label: String
  }

  /// The buttons as the person sees them. A second button with choices only opens them.
  package var labelledButtons: [LabelledButton] {
    var shown = ShieldButtons()
    if case .constant(let buttons) = buttons {
      shown = buttons
    } else if let look, let result = try? ShieldConfigurationResult(wire: look, at: "", from: .extension) {
      shown = ShieldButtons(
        primary: result.primaryButton?.text, secondary: result.secondaryButton?.text, submenu: result.submenu)
    }
    var all = [
      LabelledButton(button: .primaryButtonPressed, label: shown.primary ?? ShieldContent.standardPrimary)
    ]
    guard let secondary = shown.secondary else { return all }
    guard !shown.submenu.isEmpty else {
      return all + [LabelledButton(button: .secondaryButtonPressed, label: secondary)]
    }
    let choices: [ShieldButton] = [
      .firstSecondarySubmenuItemPressed, .secondSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed,
    ]
    all += zip(choices, shown.submenu).map { LabelledButton(button: $0, label: $1) }
    return all
  }

  /// The button whose label, without the item's name, comes first in the order of its bytes: the choice of a person who
  /// reads the labels and always wants the same.
  var firstByLabel: ShieldButton {
    func words(_ one: LabelledButton) -> [UInt8] {
      Array((itemName.isEmpty ? one.label : one.label.replacing(itemName, with: "")).utf8)
    }
    return labelledButtons.min { words($0).lexicographicallyPrecedes(words($1)) }?.button ?? .primaryButtonPressed
  }
}
