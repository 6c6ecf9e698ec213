// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension ManifestValidator {
  /// - Returns: the manifest, which is valid only if `diagnostics` is empty.
  mutating func manifest(_ root: WireValue, named slug: String) -> FamilyManifest? {
    guard let object = object(root, at: "", keys: .manifest) else { return nil }
    if let format = integer(object, "manifest"), format != 1 {
      report("/manifest", "\(format) is not a manifest format that this host supports; it supports 1")
    }
    // A hint for editors, which is checked as text but not used.
    _ = prose(object, "$schema", as: .name, atMost: 1_024)
    let family = text(object, "family", form: .slug)
    if let family, family != slug { report("/family", "“\(family)” is not the file's name, “\(slug)”") }
    let displayName = prose(object, "displayName", as: .text, atMost: 64)
    let version = text(object, "version", form: .version)
    let developer = developer(object)
    let groups = texts(object, "groups", counting: 1...4, form: .group)
    let bundle = text(object, "bundle", form: .bundle)
    let assets = assets(object)
    let app = object.members["app"].flatMap { program($0, at: "/app", family: family ?? "", isApp: true) }
    let extensions = extensions(object, family: family ?? "")
    if object.members["app"] == nil, case .array([])? = object.members["extensions"] ?? .array([]) {
      report("/extensions", "a family without an app has at least one extension")
    }
    let behaviour = word(object, "behaviour", of: Behaviour.self)
    let urlSchemes = texts(object, "urlSchemes", counting: 0...16, form: .urlScheme)
    let urlHosts = texts(object, "urlHosts", counting: 0...16, form: .urlHost)
    guard let family, let displayName, let version, let developer, let bundle else { return nil }
    return FamilyManifest(
      family: family, displayName: displayName, version: version, developer: developer, groups: groups, bundle: bundle,
      assets: assets, app: app, extensions: extensions, behaviour: behaviour ?? .strict, urlSchemes: urlSchemes,
      urlHosts: urlHosts)
  }

  private mutating func developer(_ manifest: ManifestObject) -> FamilyManifest.Developer? {
    guard let value = manifest.members["developer"],
      let object = object(value, at: "/developer", keys: .developer)
    else { return nil }
    let name = prose(object, "name", as: .text, atMost: 64)
    let contact = prose(object, "contact", as: .text, atMost: 128)
    let key = text(object, "key", form: .publicKey)
    return name.map { FamilyManifest.Developer(name: $0, contact: contact, key: key) }
  }

  private mutating func assets(_ manifest: ManifestObject) -> [FamilyManifest.Asset] {
    var assets: [FamilyManifest.Asset] = []
    for (pointer, value) in array(manifest, "assets", counting: 0...64) ?? [] {
      guard let object = object(value, at: pointer, keys: .asset) else { continue }
      let name = prose(object, "name", as: .name, atMost: 128)
      let path = text(object, "path", form: .pathInBundle)
      guard let name, let path else { continue }
      if assets.contains(where: { $0.name == name }) { report("\(pointer)/name", "“\(name)” is given twice") }
      if ![".png", ".svg"].contains(where: path.hasSuffix) {
        report("\(pointer)/path", "“\(path)” is neither a .png nor an .svg file")
      }
      assets.append(.init(name: name, path: path))
    }
    return assets
  }

  private mutating func extensions(_ manifest: ManifestObject, family: String) -> [ExtensionDeclaration] {
    var declarations: [ExtensionDeclaration] = []
    for (pointer, value) in array(manifest, "extensions", counting: 0...16) ?? [] {
      guard let declaration = program(value, at: pointer, family: family, isApp: false) else { continue }
      if declarations.contains(where: { $0.name == declaration.name }) {
        report("\(pointer)/name", "“\(declaration.name)” is given twice")
      } else if declaration.name == "app" {
        report("\(pointer)/name", "“app” is the name of the family's app")
      }
      let maximum = PointRules.rules(for: declaration.point).maximumCount
      if declarations.count(where: { $0.point == declaration.point }) == maximum {
        report(
          "\(pointer)/point",
          "“\(declaration.point.rawValue)” is given \(maximum + 1) times; \(maximum) \(maximum == 1 ? "is" : "are") allowed"
        )
      }
      declarations.append(declaration)
    }
    return declarations
  }
}
