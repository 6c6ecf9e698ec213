// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// Makes a PNG that surfaces draw of a picture in another form, or of a larger one, with a program that is installed.
struct PictureConverter: Sendable {
  /// The directory of converted pictures, named by the digest of their originals.
  let directory: String
  /// The directories of programs, separated by colons.
  let path: String

  init(
    directory: String = Self.standardDirectory,
    path: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  ) {
    self.directory = directory
    self.path = path
  }

  private static var standardDirectory: String {
    URL(filePath: SDKCache.standardDirectory()).deletingLastPathComponent().path + "/pictures"
  }

  private struct Tool {
    var name: String
    var suffixes: Set<String>
    /// The arguments for an input, an output ending in `.png`, and the longer side in pixels.
    var arguments: @Sendable (String, String, Int) -> [String]
  }

  private static let known = [
    Tool(name: "rsvg-convert", suffixes: ["svg"]) { input, output, side in
      ["--keep-aspect-ratio", "--width", "\(side)", "--height", "\(side)", "--output", output, input]
    },
    Tool(name: "pdftocairo", suffixes: ["pdf"]) { input, output, side in
      ["-png", "-transp", "-singlefile", "-scale-to", "\(side)", input, String(output.dropLast(4))]
    },
    Tool(name: "convert", suffixes: ["png", "jpg", "jpeg", "gif", "heic", "svg", "pdf"]) { input, output, side in
      [input + "[0]", "-resize", "\(side)x\(side)>", "-strip", output]
    },
  ]

  /// The programs that convert a file of this kind; `nil` if none does.
  static func tools(for file: String) -> [String]? {
    let suffix = SourceFolder.suffix(file).lowercased()
    let names = known.filter { $0.suffixes.contains(suffix) }.map(\.name)
    return names.isEmpty ? nil : names
  }

  func canConvert(_ file: String) -> Bool { !tools(for: file).isEmpty }

  private func tools(for file: String) -> [(tool: Tool, program: String)] {
    let suffix = SourceFolder.suffix(file).lowercased()
    return Self.known.filter { $0.suffixes.contains(suffix) }.compactMap { tool in
      path.split(separator: ":").map { "\($0)/\(tool.name)" }.first(where: FileManager.default.isExecutableFile)
        .map { (tool, $0) }
    }
  }

  /// - Returns: The path of the PNG; `nil` if no installed program could make one.
  func png(of file: String, side: Int) -> String? {
    guard let data = try? InputFile.data(file) else { return nil }
    let digest = SHA256.hash(data: data + Data("\(side)".utf8)).prefix(12)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let place = "\(directory)/\(digest).png"
    if FileManager.default.fileExists(atPath: place) { return place }
    guard (try? FileWriting.makeDirectory(directory)) != nil else { return nil }
    let draft = "\(directory)/.\(digest)-\(ProcessInfo.processInfo.processIdentifier).png"
    defer { unlink(draft) }
    for (tool, program) in tools(for: file) {
      // A picture that takes long is not worth the wait, and a program that asks must not hold up the command.
      let command = ["timeout", "20", program] + tool.arguments(file, draft, side)
      guard let outcome = try? Toolchain.run(command), outcome.status == 0, rename(draft, place) == 0 else { continue }
      return place
    }
    return nil
  }
}
