// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import HostCore

/// The answers file of an adopted family without an app: the activities of its stand-in app, and the person's approval
/// (DEV-5).
struct AdoptedAnswers {
  let family: String
  let workspace: String

  var path: String { "\(workspace)/answers/\(family).json" }

  /// Writes the specifications. What else the file holds stays.
  func write(_ specifications: [String]) throws {
    var file: [String: Any] = [:]
    if let data = FileManager.default.contents(atPath: path) {
      guard let read = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw HostError(.invalidInput, "\(path) is not a file of answers; correct or delete it, then adopt again.")
      }
      file = read
    }
    var own = file[family] as? [String: Any] ?? [:]
    own["monitors"] = specifications
    if own["authorize"] == nil { own["authorize"] = "approved" }
    file[family] = own
    do {
      let data = try JSONSerialization.data(withJSONObject: file, options: [.prettyPrinted, .sortedKeys])
      try FileManager.default.createDirectory(
        atPath: workspace + "/answers", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try PrivateFile.replace(path, with: data)
    } catch {
      throw HostError(.failed, "\(path) can't be written: \(error.localizedDescription)")
    }
  }
}
