// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A headless browser, for checking how pages look.
enum Chromium {
  static let path = "/usr/bin/chromium"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The page drawn once in the light scheme, at one pixel per point.
  ///
  /// `SALLYPORT_KEEP_SCREENSHOTS` names a folder for a copy of the picture.
  static func screenshot(of html: String, named name: String = "gallery", width: Int, height: Int) throws -> Pixels {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sallyport-\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    let picture = folder.appending(path: "page.png")
    try Data(html.utf8).write(to: page)
    let browser = Process()
    browser.executableURL = URL(filePath: path)
    browser.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir=\(folder.path)/profile",
      "--force-device-scale-factor=1", "--window-size=\(width),\(height)", "--screenshot=\(picture.path)", page.path,
    ]
    browser.standardOutput = FileHandle.nullDevice
    browser.standardError = FileHandle.nullDevice
    try browser.run()
    browser.waitUntilExit()
    let bytes = try Data(contentsOf: picture)
    if let keep = ProcessInfo.processInfo.environment["SALLYPORT_KEEP_SCREENSHOTS"] {
      try bytes.write(to: URL(filePath: keep).appending(path: "\(name).png"))
    }
    return try #require(Pixels(png: [UInt8](bytes)))
  }
}
