// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What an extension's `Info.plist` says of its point and its entry.
struct ExtensionInfo: Hashable, Sendable {
  /// `NSExtensionPointIdentifier`, or `EXExtensionPointIdentifier` of the newer form.
  var identifier: String?
  /// `NSExtensionPrincipalClass` without its module.
  var principalClass: String?
  var displayName: String?
  /// What stands at its top, but for what only Xcode could fill in.
  var texts: [String: String] = [:]
  var file = ""

  init(identifier: String?, principalClass: String?) {
    self.identifier = identifier
    self.principalClass = principalClass
  }

  init(file: String) throws {
    self.file = file
    let list = try PropertyList(file: file)
    guard case .dictionary = list else { throw AdoptionError("\(file) holds no dictionary at its top.") }
    let old = list["NSExtension"]
    let new = list["EXAppExtensionAttributes"]
    identifier = old?["NSExtensionPointIdentifier"]?.text ?? new?["EXExtensionPointIdentifier"]?.text
    principalClass = (old?["NSExtensionPrincipalClass"] ?? new?["EXPrincipalClass"])?.text.flatMap(Self.withoutModule)
    texts = list.table.compactMapValues { $0.text.flatMap { $0.contains("$(") ? nil : $0 } }
    displayName = texts["CFBundleDisplayName"]
  }

  /// Whether it speaks of an extension at all; an app's does not.
  var isOfExtension: Bool { identifier != nil || principalClass != nil }

  /// `$(PRODUCT_MODULE_NAME).Monitor` and `MyModule.Monitor` name the class `Monitor`.
  private static func withoutModule(_ name: String) -> String? {
    let last = name.split(separator: ".").last.map(String.init)
    return last?.contains("$(") == true ? nil : last
  }
}
