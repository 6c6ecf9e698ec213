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

  @Test func `matches a class ignoring case, then the id, then the program, else keeps the class (LIVE-ID1)`() {
    #expect(files.identifier(ofWindowClass: "CHROMIUM") == "chromium")
    #expect(files.identifier(ofWindowClass: "Soffice") == "org.example.Writer")
    #expect(files.identifier(ofWindowClass: "Firefox Developer Edition") == "wm:firefox developer edition")
  }

  @Test func `an id is never a path`() {
    #expect(files.identifier(ofWindowClass: "chromium (/home/anna/profile)") == nil)
    #expect(files.identifier(ofWindowClass: "") == nil)
  }

  @Test func `reads only a desktop file's own group`() throws {
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

  @Test func `skips pipes, links, folders and large files, and uses the id for a missing or long name`() throws {
    let directory = NSTemporaryDirectory() + "sallyport-desktop-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name).desktop"))
    }
    // Nothing writes to this pipe, so a blocking read would hang.
    try #require(mkfifo("\(directory)/pipe.desktop", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(directory)/zero.desktop", withDestinationPath: "/dev/zero")
    try FileManager.default.createDirectory(atPath: "\(directory)/folder.desktop", withIntermediateDirectories: false)
    let long = String(repeating: "n", count: 256)
    try write("large", "[Desktop Entry]\nName=Large\n" + String(repeating: "#", count: 1 << 20))
    try write("long", "[Desktop Entry]\nName=\(long)\n")
    try write("short", "[Desktop Entry]\nName=\(long.dropLast())\n")
    try write("empty", "[Desktop Entry]\nName=\n")
    let files = DesktopFiles(directories: [directory])
    #expect(files.entries.map(\.id) == ["empty", "long", "short"])
    #expect(files.entries.map(\.name) == ["empty", "long", String(long.dropLast())])
  }
}
