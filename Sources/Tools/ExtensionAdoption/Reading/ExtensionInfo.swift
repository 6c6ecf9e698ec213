// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The extension point and entry point in an extension's `Info.plist`.
struct ExtensionInfo: Hashable, Sendable {
  /// `NSExtensionPointIdentifier`, or `EXExtensionPointIdentifier` of the newer form.
  var identifier: String?
  /// `NSExtensionPrincipalClass` without its module.
  var principalClass: String?
  var displayName: String?
  /// The strings at the top level, without those that contain a variable for Xcode to expand.
  var texts: [String: String] = [:]
  var file = ""

  init(identifier: String?, principalClass: String?) {
    self.identifier = identifier
    self.principalClass = principalClass
  }

  /// - Parameter settings: The target's build settings, which replace variables in the list.
  init(file: String, settings: [String: String] = [:]) throws {
    self.file = file
    let list = try PropertyList(file: file)
    guard case .dictionary = list else { throw AdoptionError("\(file) has no dictionary at its top level.") }
    let old = list["NSExtension"]
    let new = list["EXAppExtensionAttributes"]
    identifier = old?["NSExtensionPointIdentifier"]?.text ?? new?["EXExtensionPointIdentifier"]?.text
    principalClass = (old?["NSExtensionPrincipalClass"] ?? new?["EXPrincipalClass"])?.text.flatMap(Self.withoutModule)
    texts = list.table.compactMapValues { value in
      value.text.map { XcodeSettings.expanded($0, in: settings) }.flatMap { $0.contains("$(") ? nil : $0 }
    }
    // Xcode adds these settings to the list that it generates.
    for (key, value) in settings where key.hasPrefix("INFOPLIST_KEY_") && !value.contains("$(") {
      texts[String(key.dropFirst(14))] = value
    }
    displayName = texts["CFBundleDisplayName"]
  }

  /// Indicates whether the list describes an extension, rather than an app.
  var isOfExtension: Bool { identifier != nil || principalClass != nil }

  /// The class name without its module: `Monitor` for `$(PRODUCT_MODULE_NAME).Monitor` and `MyModule.Monitor`.
  private static func withoutModule(_ name: String) -> String? {
    let last = name.split(separator: ".").last.map(String.init)
    return last?.contains("$(") == true ? nil : last
  }
}
