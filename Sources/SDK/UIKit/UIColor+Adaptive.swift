// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Colours that adapt to the appearance, listed as light and dark `rrggbbaa`.
extension UIColor {
  public class var systemRed: UIColor { adaptive(0xFF3B_30FF, 0xFF45_3AFF) }
  public class var systemGreen: UIColor { adaptive(0x34C7_59FF, 0x30D1_58FF) }
  public class var systemBlue: UIColor { adaptive(0x007A_FFFF, 0x0A84_FFFF) }
  public class var systemOrange: UIColor { adaptive(0xFF95_00FF, 0xFF9F_0AFF) }
  public class var systemYellow: UIColor { adaptive(0xFFCC_00FF, 0xFFD6_0AFF) }
  public class var systemPink: UIColor { adaptive(0xFF2D_55FF, 0xFF37_5FFF) }
  public class var systemPurple: UIColor { adaptive(0xAF52_DEFF, 0xBF5A_F2FF) }
  public class var systemTeal: UIColor { adaptive(0x30B0_C7FF, 0x40C8_E0FF) }
  public class var systemIndigo: UIColor { adaptive(0x5856_D6FF, 0x5E5C_E6FF) }
  public class var systemBrown: UIColor { adaptive(0xA284_5EFF, 0xAC8E_68FF) }
  public class var systemMint: UIColor { adaptive(0x00C7_BEFF, 0x63E6_E2FF) }
  public class var systemCyan: UIColor { adaptive(0x32AD_E6FF, 0x64D2_FFFF) }
  public class var systemGray: UIColor { adaptive(0x8E8E_93FF, 0x8E8E_93FF) }
  public class var systemGray2: UIColor { adaptive(0xAEAE_B2FF, 0x6363_66FF) }
  public class var systemGray3: UIColor { adaptive(0xC7C7_CCFF, 0x4848_4AFF) }
  public class var systemGray4: UIColor { adaptive(0xD1D1_D6FF, 0x3A3A_3CFF) }
  public class var systemGray5: UIColor { adaptive(0xE5E5_EAFF, 0x2C2C_2EFF) }
  public class var systemGray6: UIColor { adaptive(0xF2F2_F7FF, 0x1C1C_1EFF) }
  public class var label: UIColor { adaptive(0x0000_00FF, 0xFFFF_FFFF) }
  public class var secondaryLabel: UIColor { adaptive(0x3C3C_4399, 0xEBEB_F599) }
  public class var tertiaryLabel: UIColor { adaptive(0x3C3C_434C, 0xEBEB_F54C) }
  public class var quaternaryLabel: UIColor { adaptive(0x3C3C_432E, 0xEBEB_F529) }
  public class var placeholderText: UIColor { adaptive(0x3C3C_434C, 0xEBEB_F54C) }
  public class var systemFill: UIColor { adaptive(0x7878_8033, 0x7878_805C) }
  public class var secondarySystemFill: UIColor { adaptive(0x7878_8029, 0x7878_8052) }
  public class var tertiarySystemFill: UIColor { adaptive(0x7676_801F, 0x7676_803D) }
  public class var quaternarySystemFill: UIColor { adaptive(0x7474_8014, 0x7676_802E) }
  public class var systemBackground: UIColor { adaptive(0xFFFF_FFFF, 0x0000_00FF) }
  public class var secondarySystemBackground: UIColor { adaptive(0xF2F2_F7FF, 0x1C1C_1EFF) }
  public class var tertiarySystemBackground: UIColor { adaptive(0xFFFF_FFFF, 0x2C2C_2EFF) }
  public class var systemGroupedBackground: UIColor { adaptive(0xF2F2_F7FF, 0x0000_00FF) }
  public class var secondarySystemGroupedBackground: UIColor { adaptive(0xFFFF_FFFF, 0x1C1C_1EFF) }
  public class var tertiarySystemGroupedBackground: UIColor { adaptive(0xF2F2_F7FF, 0x2C2C_2EFF) }
  public class var separator: UIColor { adaptive(0x3C3C_434A, 0x5454_5899) }
  public class var opaqueSeparator: UIColor { adaptive(0xC6C6_C8FF, 0x3838_3AFF) }
  public class var link: UIColor { adaptive(0x007A_FFFF, 0x0984_FFFF) }
  public class var tintColor: UIColor { adaptive(0x007A_FFFF, 0x0A84_FFFF) }

  private static func adaptive(_ light: UInt32, _ dark: UInt32) -> UIColor {
    UIColor { traits in UIColor(bytes: traits.userInterfaceStyle == .dark ? dark : light) }
  }

  public class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }
  public class var darkText: UIColor { UIColor(white: 0, alpha: 1) }

  convenience init(bytes: UInt32) {
    let channel = { (shift: UInt32) in CGFloat(bytes >> shift & 0xFF) / 255 }
    self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }
}
