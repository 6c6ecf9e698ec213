// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The generated `Package.swift`.
struct PackageManifest {
  let extensions: [AdoptedExtension]
  let sdk: SDKLocation

  var text: String {
    let packages = Set(extensions.flatMap { $0.products.compactMap { sdk.products[$0] } })
    var dependencies = ["    .package(name: \(quoted(SDKLocation.main)), path: \(quoted(sdk.path))),"]
    if packages.contains(SDKLocation.compatibility) {
      dependencies.append(
        "    .package(name: \(quoted(SDKLocation.compatibility)), path: \(quoted(sdk.path + "/" + SDKLocation.compatibility))),"
      )
    }
    return """
      // swift-tools-version: 6.3
      // Made by `sallyport adopt`, which writes it anew: change the sources where they came from and adopt them again.
      import PackageDescription

      let package = Package(
        name: "adopted",
        dependencies: [
      \(dependencies.joined(separator: "\n"))
        ],
        targets: [
      \(extensions.map(target).joined(separator: "\n"))
        ]
      )

      """
  }

  private func target(_ one: AdoptedExtension) -> String {
    let products = one.products.compactMap { product in
      sdk.products[product].map { "        .product(name: \(quoted(product)), package: \(quoted($0)))," }
    }
    return """
          // \(one.id), from \(one.sources.first ?? "")
          .executableTarget(
            name: \(quoted(one.module)),
            dependencies: [
      \(products.joined(separator: "\n"))
            ],
            path: \(quoted("Sources/" + one.module)),
            swiftSettings: [\(settings(of: one))]),
      """
  }

  private func settings(of one: AdoptedExtension) -> String {
    let imports = (one.implicitImports ?? []).map {
      ".unsafeFlags([\"-Xfrontend\", \"-import-module\", \"-Xfrontend\", \(quoted($0))])"
    }
    return ([".swiftLanguageMode(.v\(one.languageMode))"] + imports).joined(separator: ", ")
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
