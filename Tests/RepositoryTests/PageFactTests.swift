// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Counts, packages, targets and files that README.md and CONTRIBUTING.md name, compared with the repository.
@Suite struct PageFactTests {
  private static let numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

  @Test func `the README counts the fuzz targets and the families of the demo`() throws {
    let readme = try Repository.text("README.md")
    let run = try Repository.text("Fuzzing/run")
    let targets = try #require(run.firstMatch(of: /\|\| set -- ([a-z ]+)\n/)).output.1.split(separator: " ")
    #expect(readme.contains("\(Self.numbers[targets.count]) fuzz targets"))
    // SECURITY.md: `make fuzz-seeded` shows that each fuzzer finds a planted fault.
    let seeded = try Repository.files(in: "Fuzzing/Seeded", endings: ["patch"]).map { patch in
      try Repository.text(patch).firstMatch(of: /\nTarget: ([a-z]+)\n/).map { String($0.output.1) } ?? patch
    }
    #expect(Set(seeded) == Set(targets.map(String.init)))
    let families = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path + "/manifests")
      .filter { $0.hasSuffix(".json") }
    #expect(readme.contains("runs \(Self.numbers[families.count]) families"))
  }

  @Test func `the README names each package that make installs`() throws {
    let readme = try Repository.text("README.md")
    let script = try Repository.text("scripts/install-dependencies")
    let packages = try #require(script.firstMatch(of: /for package in ([^;]+);/)).output.1.split(separator: " ")
    let fonts = packages.filter { $0.hasPrefix("fonts-") }
    #expect(readme.contains("\(Self.numbers[fonts.count]) fonts"))
    for package in packages where !fonts.contains(package) { #expect(readme.contains("`\(package)`"), "\(package)") }
  }

  @Test(arguments: [
    "README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "docs/getting-started.md", "docs/languages.md",
    "docs/troubleshooting.md", "docs/sandbox.md", "docs/privacy-checker.md",
  ])
  func `each make target that the page names exists`(page: String) throws {
    // `NewFamilyTests` runs those of a new family.
    let ofANewFamily = page == "docs/getting-started.md" ? ["run"] : []
    let targets =
      ofANewFamily + (try Repository.text("Makefile").matches(of: /(?m)^([a-z-]+):/).map { String($0.output.1) })
    for match in try Repository.text(page).matches(of: /(?:`|\n)make ([a-z-]+)/) {
      #expect(targets.contains(String(match.output.1)), "\(match.output.0)")
    }
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md"])
  func `each file that the page names exists`(page: String) throws {
    let text = try Repository.text(page)
    let inProse = text.matches(of: /`((?:Sources|Tests|docs|Fuzzing|scripts)\/[A-Za-z0-9.\/+-]+)`/).map { $0.output.1 }
    let inLayout = text.matches(of: /(?m)^([A-Z][A-Za-z]+|manifests|docs|demo)\/\s/).map { $0.output.1 }
    #expect(!(inProse + inLayout).isEmpty)
    for path in inProse + inLayout {
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path), "\(path)")
    }
  }
}
