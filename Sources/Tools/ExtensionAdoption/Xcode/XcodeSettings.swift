// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The build settings of a target in its release configuration, with variables replaced.
///
/// From weak to strong: the project's configuration file and settings, then the target's.
struct XcodeSettings {
  /// The settings without those that still contain a variable.
  let values: [String: String]

  subscript(key: String) -> String? { values[key] }

  init(_ project: XcodeProject, target id: String) {
    let target = project.objects[id]
    let name = target?["name"]?.text ?? ""
    var layers: [[String: String]] = [
      [
        "TARGET_NAME": name, "PRODUCT_NAME": target?["productName"]?.text ?? name, "SRCROOT": project.root,
        "PROJECT_DIR": project.root, "SOURCE_ROOT": project.root, "PROJECT_NAME": project.name,
        "CONFIGURATION": "Release",
      ]
    ]
    let main = project.objects.values.first { $0["isa"]?.text == "PBXProject" }
    for owner in [main, target].compactMap({ $0 }) {
      let list = owner["buildConfigurationList"]?.text.flatMap { project.objects[$0] }
      let configurations = (list?["buildConfigurations"]?.texts ?? []).compactMap { project.objects[$0] }
      guard let release = configurations.first(where: { $0["name"]?.text == "Release" }) ?? configurations.first else {
        continue
      }
      if let file = Self.configurationFile(release, project) { layers.append(ConfigurationFile(file).values) }
      layers.append(
        (release["buildSettings"]?.table ?? [:]).compactMapValues { $0.text ?? Self.joined($0) })
    }
    let merged = layers.reduce(into: [String: String]()) { all, layer in
      for (key, value) in layer {
        all[key] = value.replacing("$(inherited)", with: all[key] ?? "")
      }
    }
    values = merged.mapValues { Self.expanded($0, in: merged) }
  }

  /// The absolute path in a setting, if it names an existing file.
  func file(_ key: String, in root: String) -> String? {
    guard let value = values[key], !value.isEmpty else { return nil }
    let path = URL(filePath: value.hasPrefix("/") ? value : root + "/" + value).standardizedFileURL.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static func joined(_ value: PropertyList) -> String? {
    value.list.isEmpty ? nil : value.texts.joined(separator: " ")
  }

  /// The configuration file of a configuration: a reference, or a path in a synchronized folder.
  private static func configurationFile(_ configuration: PropertyList, _ project: XcodeProject) -> String? {
    if let reference = configuration["baseConfigurationReference"]?.text { return project.paths[reference] }
    guard let anchor = configuration["baseConfigurationReferenceAnchor"]?.text,
      let relative = configuration["baseConfigurationReferenceRelativePath"]?.text
    else { return nil }
    return project.paths[anchor].map { $0 + "/" + relative }
  }

  /// Replaces `$(NAME)` and `${NAME}`. Unknown variables stay, and so do those beyond a bounded number of rounds,
  /// because settings may refer to each other in a circle.
  static func expanded(_ text: String, in values: [String: String]) -> String {
    var text = text
    for _ in 0..<8 {
      let next = text.replacing(/\$[({]([A-Za-z_][A-Za-z0-9_]*)(?::[^)}]*)?[)}]/) { match in
        values[String(match.output.1)] ?? String(match.output.0)
      }
      // A circle can also double the text in each round.
      if next == text || next.utf8.count > 4096 { break }
      text = next
    }
    return text
  }
}

/// An Xcode configuration file (`.xcconfig`): a setting per line, and files that it includes.
struct ConfigurationFile {
  private(set) var values: [String: String] = [:]

  /// A file that can't be read has no settings, because a generated one is often not in the repository.
  init(_ path: String) {
    var visited: Set<String> = []
    read(path, &visited)
  }

  private mutating func read(_ path: String, _ visited: inout Set<String>) {
    guard visited.insert(path).inserted, visited.count <= 16, let data = try? InputFile.data(path) else { return }
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if let match = line.firstMatch(of: /^\s*#include\??\s+"([^"]+)"/) {
        let beside = URL(filePath: path).deletingLastPathComponent().path
        read(URL(filePath: beside + "/" + match.output.1).standardizedFileURL.path, &visited)
        continue
      }
      let text = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      // A condition, such as `[sdk=iphoneos*]`, is taken as met, as it is for the only system an extension has.
      guard let match = text.firstMatch(of: /^\s*([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?\s*=\s*(.*?)\s*;?\s*$/) else {
        continue
      }
      let key = String(match.output.1)
      let isForOthers = match.output.2.map { $0.contains("sdk=") && !$0.contains("iphone") } ?? false
      if !isForOthers {
        values[key] = String(match.output.3).replacing("$(inherited)", with: values[key] ?? "")
      }
    }
  }
}
