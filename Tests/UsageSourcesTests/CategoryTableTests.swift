// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import UsageSources

@Suite struct CategoryTableTests {
  @Test func `has categories for common apps by id and by window class`() {
    let table = CategoryTable()
    for (id, code) in [
      ("com.discordapp.Discord", CategoryCode.social), ("wm:discord", .social), ("wm:steam", .games),
      ("steam_app_440", .games), ("wm:code - insiders", .productivity), ("wm:libreoffice-writer", .productivity),
      ("org.mozilla.firefox", .other), ("wm:firefox developer edition", .other), ("wm:zoom", .social),
      ("org.gnome.TextEditor", .productivity), ("wm:pcmanfm-qt", .utilities), ("org.nobody.Knows", .other),
    ] { #expect(table.category(of: .application(id)) == code, "\(id)") }
  }

  @Test func `a guardian's filing overrides the desktop file, which overrides the built-in list`() {
    let files = DesktopFiles(entries: [.init(id: "steam", name: "Shop", categories: ["Network", "Finance", "Game"])])
    var table = CategoryTable(desktopFiles: files)
    #expect(table.category(of: .application("steam")) == .productivity)
    #expect(table.displayName(of: .application("steam")) == "Shop")
    table.filings[.application("steam")] = .shopping
    #expect(table.category(of: .application("steam")) == .shopping)
  }

  @Test func `each built-in website is a domain, listed once, and its subdomains are filed with it`() {
    let table = CategoryTable()
    let lists = BuiltInCategories.websites.map { ($0.0, $0.1.split(separator: " ").map(String.init)) }
    let domains = lists.flatMap(\.1)
    #expect(domains.count > 300 && Set(domains).count == domains.count)
    for (code, names) in lists {
      #expect(names == names.sorted(), "\(code)")
      for name in names {
        #expect(Identifier.host(ofAddress: "https://\(name)/") == name)
        #expect(table.category(of: .webDomain(name)) == code && table.category(of: .webDomain("a.\(name)")) == code)
      }
    }
  }

  @Test func `additional categories override main ones, and a browser is Other`() {
    #expect(CategoryCode(desktopCategories: ["Education", "Chat"]) == .social)
    #expect(CategoryCode(desktopCategories: ["Game", "ArcadeGame"]) == .games)
    #expect(CategoryCode(desktopCategories: ["Network", "WebBrowser", "Game"]) == .other)
    #expect(CategoryCode(desktopCategories: ["Qt"]) == nil)
  }

  @Test func `web classes match by label suffix, and the first class in order wins`() throws {
    var table = CategoryTable()
    try table.addWebClasses(
      Data(
        #"{"entertainment":["both.test"],"games":["both.test"],"news":["paper.test"],"doh":["dns.test"],"porn":[]}"#
          .utf8))
    #expect(table.category(of: .webDomain("both.test")) == .games)
    #expect(table.category(of: .webDomain("www.paper.test")) == .information)
    #expect(table.category(of: .webDomain("newspaper.test")) == .other)
    #expect(table.category(of: .webDomain("dns.test")) == .other)
    #expect(throws: UsageImportError.self) { try table.addWebClasses(Data("[1]".utf8)) }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: SharedData.webClasses), "needs ../shared/data beside the repository"))
  func `reads the list of web classes beside the repository`() throws {
    var table = CategoryTable()
    #expect(table.category(of: .webDomain("9ineverse.com")) == .other)
    try table.addWebClasses(Data(contentsOf: URL(fileURLWithPath: SharedData.webClasses)))
    #expect(table.category(of: .webDomain("9ineverse.com")) == .social)
    #expect(table.category(of: .webDomain("use-application-dns.net")) == .other)
  }

  @Test func `the registry files a host's subdomains in the host's category`() {
    let registry = CategoryTable().registry(for: [.webDomain("games.example"), .application("wm:steam")])
    #expect(registry.category(of: .webDomain("a.games.example")) == CategoryCode.games.item)
    #expect(registry.category(of: .application("wm:steam")) == CategoryCode.games.item)
  }
}
