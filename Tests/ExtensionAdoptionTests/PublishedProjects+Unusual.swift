// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ExtensionAdoption

/// Projects whose settings, names and paths are unusual.
extension PublishedProject {
  static var unusual: [PublishedProject] { [spaces, sourceRoot, includes, generatedInfo, nested, archive, timer] }
  static var arranged: [PublishedProject] { [inheritance, twoMonitors, formatted, folderRules] }

  /// Names with spaces and letters beyond ASCII.
  private static var spaces: PublishedProject {
    let (monitor, files) = target("Bildschirmzeit Wächter", .monitor, monitor(blockAll), in: .synchronized)
    let (shield, shieldFiles) = target("Shield UI", .shield, shield("\"Später\""), in: .synchronized)
    return PublishedProject(
      name: "targets with spaces and umlauts", style: .synchronized,
      targets: [app([monitor.name, shield.name]), monitor, shield], files: appFiles() + files + shieldFiles,
      behaviours: [threshold(blocked), Behaviour(name: "shield", callback: "configuration", shows: ["Später"])])
  }

  /// A file that is referred to from the project's folder, in a group with another path.
  private static var sourceRoot: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor("Everything.block(store)"), in: .groups)
    return PublishedProject(
      name: "references from the source root", style: .groups, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files + [
        .init(
          path: "Common/Everything.swift",
          text: """
            import ManagedSettings
            enum Everything {
              static func block(_ store: ManagedSettingsStore) { store.shield.applicationCategories = .all() }
            }
            """, members: ["App", "Monitor"], isAtSourceRoot: true)
      ], behaviours: [threshold(blocked)])
  }

  /// Configuration files that include each other and decide the group and a condition.
  private static var includes: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor,
      monitor(
        """
        #if STRICT
        UserDefaults(suiteName: "group.org.example.included")?.set("strict", forKey: "mode")
        #else
        UserDefaults(suiteName: "group.org.example.included")?.set("soft", forKey: "lenient")
        #endif
        """), in: .groups, settings: ["CODE_SIGN_ENTITLEMENTS": "Config/All.entitlements"])
    return PublishedProject(
      name: "configuration files that include others", style: .groups,
      configuration: "#include \"Deep/Flags.xcconfig\"\nGROUP = group.org.example.$(SUFFIX)\nSWIFT_VERSION = 5",
      targets: [app(["Monitor"]), monitor],
      files: appFiles() + files + [
        .init(
          path: "Config/Deep/Flags.xcconfig",
          text: "#include \"../Names.xcconfig\"\nSWIFT_ACTIVE_COMPILATION_CONDITIONS = $(inherited) STRICT\n",
          members: []),
        .init(path: "Config/Names.xcconfig", text: "SUFFIX = included // a comment\n", members: []),
        .init(
          path: "Config/All.entitlements",
          text: """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>com.apple.security.application-groups</key>
            <array><string>$(GROUP)</string></array></dict></plist>
            """, members: []),
      ], behaviours: [threshold("defaults group.org.example.included: mode")])
  }

  /// A list that Xcode completes, with the principal class by its module.
  private static var generatedInfo: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor, monitor(blockAll, name: "WatchDog"), in: .synchronized,
      settings: [
        "GENERATE_INFOPLIST_FILE": "YES", "INFOPLIST_KEY_CFBundleDisplayName": "Watch dog",
        "PRODUCT_NAME": "$(TARGET_NAME)",
      ], principal: "$(PRODUCT_MODULE_NAME).WatchDog")
    return PublishedProject(
      name: "a generated property list", style: .synchronized, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files, behaviours: [threshold(blocked)])
  }

  /// Synchronized folders inside a group with a path.
  private static var nested: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor, monitor("Shared.block(store)"), in: .synchronized,
      settings: ["INFOPLIST_FILE": "iOS/Monitor/Info.plist"])
    return PublishedProject(
      name: "synchronized folders in a group", style: .synchronized,
      targets: [app(["Monitor"], settings: ["INFOPLIST_FILE": "iOS/App/Info.plist"]), monitor],
      files: appFiles() + files + [
        .init(
          path: "App/Deep/Er/Shared.swift",
          text: """
            import ManagedSettings
            enum Shared { static func block(_ s: ManagedSettingsStore) { s.shield.applicationCategories = .all() } }
            """, members: ["App", "Monitor"])
      ], parent: "iOS", behaviours: [threshold(blocked)])
  }

  /// A selection that is kept as JSON and as a property list, with the tokens in it.
  private static var archive: PublishedProject {
    let statements = """
      var selection = FamilyActivitySelection()
      if let data = defaults?.data(forKey: "selection"),
        let known = try? PropertyListDecoder().decode(FamilyActivitySelection.self, from: data) { selection = known }
      store.shield.applications = selection.applicationTokens.isEmpty ? nil : selection.applicationTokens
      if let data = try? JSONEncoder().encode(selection) { defaults?.set(data, forKey: "selection") }
      if let data = try? NSKeyedArchiver.archivedData(withRootObject: NSString("x"), requiringSecureCoding: true) {
        defaults?.set(data.count > 0, forKey: "archived")
      }
      """
    let (monitor, files) = target(
      "Monitor", .monitor,
      monitor(
        statements, imports: "import FamilyControls\nimport Foundation",
        members: "let defaults = UserDefaults(suiteName: \"group.org.example.archive\")"), in: .groups)
    return PublishedProject(
      name: "archives of a selection", style: .groups, targets: [app(["Monitor"]), monitor], files: appFiles() + files,
      behaviours: [
        threshold(
          "shield.applications = nothing", "defaults group.org.example.archive: selection",
          "defaults group.org.example.archive: archived")
      ])
  }

  /// A monitor that schedules its next interval.
  private static var timer: PublishedProject {
    let statements = """
      let now = Calendar.current.dateComponents([.hour, .minute], from: .now)
      let schedule = DeviceActivitySchedule(
        intervalStart: DateComponents(hour: 0, minute: 0), intervalEnd: DateComponents(hour: 23, minute: 59),
        repeats: false, warningTime: DateComponents(minute: 5))
      print("\\(now)")
      do { try DeviceActivityCenter().startMonitoring(.init("cooldown"), during: schedule) } catch { print(error) }
      """
    let (monitor, files) = target("Monitor", .monitor, monitor(statements), in: .groups)
    return PublishedProject(
      name: "a monitor that starts another activity", style: .groups, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files, behaviours: [threshold("monitors cooldown")])
  }

  /// A base class of the project between the principal class and Apple's.
  private static var inheritance: PublishedProject {
    let (monitor, files) = target(
      "Monitor", .monitor,
      monitor(blockAll, name: "BaseMonitor") + "\nfinal class PrincipalMonitor: BaseMonitor {}\n", in: .groups)
    return PublishedProject(
      name: "a class between", style: .groups, targets: [app(["Monitor"]), monitor], files: appFiles() + files,
      behaviours: [threshold(blocked)])
  }

  /// Two monitors of one app: the second becomes a family of its own.
  private static var twoMonitors: PublishedProject {
    let (first, files) = target("Monitor", .monitor, monitor(blockAll), in: .groups)
    let (second, more) = target("SecondMonitor", .monitor, monitor("store.clearAllSettings()"), in: .groups)
    return PublishedProject(
      name: "two monitors", style: .groups, targets: [app(["Monitor", "SecondMonitor"]), first, second],
      files: appFiles() + files + more, behaviours: [threshold(blocked)],
      others: [Behaviour(name: "taken-secondmonitor.monitor", callback: "eventDidReachThreshold", effects: ["cleared"])]
    )
  }

  /// Formatters, measurements and regular expressions in a shield's text.
  private static var formatted: PublishedProject {
    let title =
      "\"\\(90.formatted(.number)) min, \\(0.5.formatted(.percent)), \\(\"a-b\".replacing(/-/, with: \"+\"))\""
    let (shield, files) = target("Shield", .shield, shield(title, imports: "import Foundation"), in: .synchronized)
    return PublishedProject(
      name: "formatted text", style: .synchronized, targets: [app(["Shield"]), shield], files: appFiles() + files,
      behaviours: [Behaviour(name: "shield", callback: "configuration", shows: ["90 min, 50%, a+b"])])
  }

  /// A folder per feature, with extensions of types in several files, as generated by project generators.
  private static var folderRules: PublishedProject {
    let (monitor, files) = target("Monitor", .monitor, monitor("block()"), in: .groups)
    return PublishedProject(
      name: "a principal class in several files", style: .groups, targets: [app(["Monitor"]), monitor],
      files: appFiles() + files + [
        .init(
          path: "Features/Blocking/Monitor+Blocking.swift",
          text: """
            import DeviceActivity
            import ManagedSettings
            extension DeviceActivityMonitorExtension {
              func block() { store.shield.applicationCategories = .all() }
            }
            """, members: ["Monitor"])
      ], behaviours: [threshold(blocked)])
  }
}
