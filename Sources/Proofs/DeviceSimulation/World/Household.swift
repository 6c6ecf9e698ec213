// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FamilyManifests
internal import HostCore
internal import ScreenTimeRules

/// The installed items and families of the simulated device.
struct Household {
  static let browser = Item.application("org.example.browser")
  static let shell = Item.application("org.example.shell")
  static let applications = (0..<5).map { Item.application("org.example.app\($0)") } + [browser, shell]
  static let sites = (0..<3).map { Item.webDomain("site\($0).example") } + [.webDomain("sub.site1.example")]
  static let categories = ["1", "2", "3"].map(Item.category)
  static let items = applications + sites
  static let registry = ItemRegistry(
    categories: [
      applications[0]: categories[0], applications[1]: categories[0], applications[2]: categories[1],
      sites[0]: categories[2], sites[1]: categories[1],
    ],
    links: [applications[2]: [sites[2]]], bundleIdentifiers: [applications[3]: "com.example.three"],
    adultDomains: ["site0.example"], exemptApplications: [shell], browsers: [browser])

  /// The items that every family's person picked, for which the family has tokens.
  static let picked = ItemSelection(
    applications: ItemSet(applications.prefix(4)), categories: ItemSet(categories), webDomains: ItemSet(sites.prefix(3))
  )

  static func name(of family: Int) -> String { "family\(family)" }

  /// Manifests of `count` families. The first has every point; the second is Apple-compatible; the others have no
  /// shield action.
  static func families(_ count: Int) throws -> [LoadedFamily] {
    try (0..<count).map { number in
      let name = name(of: number)
      let extensions = [
        #"{"name":"monitor","point":"monitor","executable":"monitor","requests":["monitoring","notifications","settings"]}"#,
        number == 0 ? #"{"name":"shield","point":"shieldConfiguration","executable":"shield"}"# : "",
        number < 2
          ? #"{"name":"action","point":"shieldAction","executable":"action","requests":["monitoring","settings"]}"#
          : "",
      ].filter { !$0.isEmpty }
      let text = """
        {"manifest":1,"family":"\(name)","displayName":"Family \(number)","version":"1.0",
        "developer":{"name":"Simulation"},"groups":["group.example.\(name)"],"bundle":"/nowhere",
        \(number == 1 ? #""behaviour":"appleCompatible","# : "")
        "app":{"executable":"app","requests":["authorization","monitoring","picker","settings"]},
        "extensions":[\(extensions.joined(separator: ","))]}
        """
      return LoadedFamily(
        manifest: try FamilyManifest(contents: Array(text.utf8), file: "\(name).json"), file: "/nowhere/\(name).json")
    }
  }

  /// The person agrees, and picks the same items each time the app asks.
  static func answers(_ count: Int) -> PersonAnswers {
    let pick = PersonAnswers.Pick(
      applications: picked.applications.items.map(\.id), categories: picked.categories.items.map(\.id),
      webDomains: picked.webDomains.items.map(\.id))
    let family = PersonAnswers.Family(authorize: .approved, picks: [pick])
    return PersonAnswers(
      families: Dictionary(uniqueKeysWithValues: (0..<count).map { (name(of: $0), family) }), otherwise: .approved)
  }
}
