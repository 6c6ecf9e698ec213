// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The console costs nothing in a build without it: its server is in a package of its own, which no other build fetches.
@Suite struct ConsolePackageTests {
  private static let server = ["hummingbird", "swift-nio", "swift-http-types"]

  @Test func `only the package of the console depends on a server (CON-31)`() throws {
    for name in Self.server {
      #expect(try Repository.text("Console/Package.swift").contains(name), "\(name)")
      for package in [
        "Package.swift", "Benchmarks/Package.swift", "Compatibility/Package.swift", "Mutation/Package.swift",
      ] {
        #expect(try !Repository.text(package).lowercased().contains(name), "\(package): \(name)")
      }
    }
  }

  @Test func `the host's program contains no part of the server (CON-31)`() throws {
    let place = Repository.root.appending(path: ".build/debug/sallyport").path
    try #require(FileManager.default.isExecutableFile(atPath: place), "the host's program is not built")
    #expect(try occurs("Hummingbird|NIOPosix|ConsoleServer", in: place) == false)
    // The same search finds what is there, here and in the console's program.
    #expect(try occurs("SallyportCommands", in: place))
    let console = Repository.root.appending(path: ".build/debug/sallyport-console").path
    if FileManager.default.isExecutableFile(atPath: console) { #expect(try occurs("Hummingbird", in: console)) }
  }

  @Test func `the console's one script is short, and makes no code of text (CON-30)`() throws {
    let script = try Repository.text("Console/Sources/ConsoleServer/console.js")
    #expect(script.utf8.count <= 48 << 10)
    for word in ["eval(", "new Function", "document.write", "outerHTML =", "insertAdjacentHTML", "http://", "https://"]
    {
      #expect(!script.contains(word), "\(word)")
    }
    // Only the part that the server has drawn becomes markup.
    #expect(script.components(separatedBy: "innerHTML").count == 2)
  }

  private func occurs(_ pattern: String, in file: String) throws -> Bool {
    let search = Process()
    search.executableURL = URL(filePath: "/usr/bin/env")
    search.arguments = ["grep", "-qaE", pattern, file]
    try search.run()
    search.waitUntilExit()
    try #require(search.terminationStatus < 2, "\(file) can't be searched")
    return search.terminationStatus == 0
  }
}
