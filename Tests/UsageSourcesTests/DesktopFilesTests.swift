// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UsageSources

@Suite struct DesktopFilesTests {
  private let files = DesktopFiles(entries: [
    .init(id: "chromium", name: "Chromium", windowClass: "Chromium", program: "chromium"),
    .init(id: "org.example.Writer", name: "Writer", program: "soffice"),
  ])

  @Test func `class ignoring case, then id, then program, then the class itself (ID-1)`() {
    #expect(files.identifier(ofWindowClass: "CHROMIUM") == "chromium")
    #expect(files.identifier(ofWindowClass: "Soffice") == "org.example.Writer")
    #expect(files.identifier(ofWindowClass: "Firefox Developer Edition") == "wm:firefox developer edition")
  }

  @Test func `an id is never a path`() {
    #expect(files.identifier(ofWindowClass: "chromium (/home/anna/profile)") == nil)
    #expect(files.identifier(ofWindowClass: "") == nil)
  }

  @Test func `reads a desktop file's own group only`() throws {
    let directory = NSTemporaryDirectory() + "sallyport-desktop-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let text = """
      [Desktop Entry]
      Name=Block World
      Name[de]=Klotzwelt
      Exec=/usr/games/blockworld --play %U
      StartupWMClass=BlockWorld
      Categories=Game;ArcadeGame;
      [Desktop Action Other]
      Name=Wrong
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/org.example.Blocks.desktop"))
    let files = DesktopFiles(directories: [directory, "\(directory)/none"])
    let entry = try #require(files["org.example.Blocks"])
    #expect(entry.name == "Block World")
    #expect(entry.program == "blockworld")
    #expect(entry.categories == ["Game", "ArcadeGame"])
    #expect(files.identifier(ofWindowClass: "blockworld") == "org.example.Blocks")
  }
}
