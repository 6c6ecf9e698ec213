// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import FamilyManifests
internal import Foundation

/// A family whose programs are all the planted-leak program, named after one leak.
package struct PlantedLeakFamily {
  package let located: LoadedFamily

  /// - Parameters:
  ///   - leak: the name of the leak.
  ///   - program: the planted-leak program.
  ///   - directory: the directory for the family's bundle.
  ///   - picture: text for the only asset, where a developer could hide data.
  ///   - buttons: the buttons that the manifest declares for its shields, as JSON.
  package init(
    _ leak: String, program: String, in directory: String, picture: String = "", buttons: String? = nil
  ) throws {
    let bundle = directory + "/" + leak
    try FileManager.default.createDirectory(
      atPath: bundle, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let copy = bundle + "/" + leak
    if !FileManager.default.fileExists(atPath: copy) { try FileManager.default.copyItem(atPath: program, toPath: copy) }
    try "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><!-- \(picture) --></svg>"
      .write(toFile: bundle + "/mark.svg", atomically: true, encoding: .utf8)
    let declared = buttons.map { ",\"buttons\":\($0)" } ?? ""
    let text = """
      {"manifest":1,"family":"zoo","displayName":"Zoo","version":"1.0","developer":{"name":"Zoo"},
      "groups":["group.example.zoo"],"bundle":"\(bundle)","assets":[{"name":"mark","path":"mark.svg"}],
      "app":{"executable":"\(leak)",
      "requests":["authorization","container.write","monitoring","picker","reports","settings"]},
      "extensions":[
      {"name":"monitor","point":"monitor","executable":"\(leak)","requests":["container.write","monitoring","settings"]},
      {"name":"action","point":"shieldAction","executable":"\(leak)","requests":["container.write","settings"]},
      {"name":"shield","point":"shieldConfiguration","executable":"\(leak)","limits":{"deadlineMs":800}\(declared)},
      {"name":"report","point":"report","executable":"\(leak)","limits":{"deadlineMs":500}}]}
      """
    located = LoadedFamily(
      manifest: try FamilyManifest(contents: Array(text.utf8), file: "zoo.json"), file: bundle + "/zoo.json")
  }
}
