// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ScreenTimeVocabulary

extension EnforcementTable {
  /// What a family asks for that nothing on this device carries out, a sentence each.
  static func gaps(in manifest: FamilyManifest) -> [String] {
    let points = manifest.programs.compactMap { program in remark(on: program.point).map { "\(program.id): \($0)" } }
    let requested = Set(manifest.programs.flatMap(\.requests))
    let effects = Capability.allCases.filter(requested.contains).flatMap(\.unenforcedEffects)
    let settings = requested.contains(.settings) ? SettingKey.allCases.count { row($0).carrier == .nothing } : 0
    return points + (effects.isEmpty ? [] : ["the effects \(effects.joined(separator: ", "))"])
      + (settings == 0
        ? [] : ["\(settings) of the \(SettingKey.allCases.count) settings; `sallyport state` marks those in force"])
  }
}
