// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Chooses among the files of one picture: the largest scale that a surface draws.
enum PictureChoice {
  /// The limits of a picture that a surface draws: bytes of the file, the longer side and the area in pixels.
  private static let mostBytes = 256 << 10
  private static let longestSide = 2_048
  private static let largestArea = 718_080

  /// - Returns: The file, or a clause that says why none can be drawn.
  static func best(
    of files: [(scale: Int, file: String)], converter: PictureConverter = PictureConverter()
  ) -> Result<String, AdoptionError> {
    var reason = "has no file"
    let present = files.sorted { $0.scale > $1.scale }.map(\.file).filter(FileManager.default.fileExists)
    for file in present {
      switch objection(to: file) {
      case nil: return .success(file)
      case let objection?: reason = objection
      }
    }
    // None fits as it is. The largest one loses least when it is scaled down.
    for file in present {
      guard let converted = converter.png(of: file, side: convertedSide) else { continue }
      if objection(to: converted) == nil { return .success(converted) }
    }
    if let file = present.first, let tools = PictureConverter.tools(for: file), !converter.canConvert(file) {
      reason += ", and none of \(tools.joined(separator: ", ")) is installed, which would convert it"
    }
    return .failure(AdoptionError(reason))
  }

  /// The longer side of a picture that is converted. Its area is within the limit in any proportion.
  private static let convertedSide = 512

  private static func objection(to file: String) -> String? {
    guard file.lowercased().hasSuffix(".png") else { return "is not a PNG" }
    guard let data = try? InputFile.data(file), let size = size(of: data) else { return "is not a valid PNG" }
    if data.count > mostBytes { return "is larger than \(mostBytes >> 10) KiB" }
    if max(size.width, size.height) > longestSide || size.width * size.height > largestArea {
      return "has \(size.width) × \(size.height) pixels, more than \(largestArea) or a side beyond \(longestSide)"
    }
    return nil
  }

  /// The size in a PNG's header.
  private static func size(of data: Data) -> (width: Int, height: Int)? {
    let bytes = [UInt8](data.prefix(24))
    guard bytes.count == 24, bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) else { return nil }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = (width: number(16), height: number(20))
    return size.width > 0 && size.height > 0 ? size : nil
  }
}

/// Pictures that lie in a target without a catalog, by the names that code uses for them.
struct LoosePictures {
  /// The files of each picture with their scales. `hero@2x.png` is `hero` and `hero.png` at scale 2.
  private(set) var files: [String: [(scale: Int, file: String)]] = [:]

  init(_ resources: [String]) {
    for file in resources where Self.suffixes.contains(SourceFolder.suffix(file).lowercased()) {
      let name = String(file.split(separator: "/").last ?? "")
      guard let match = name.wholeMatch(of: /(.+?)(?:@([123])x)?(?:~[a-z]+)?(\.[A-Za-z]+)/) else { continue }
      let scale = match.output.2.flatMap { Int($0) } ?? 1
      let base = String(match.output.1)
      for known in [base, base + String(match.output.3)] {
        files[known, default: []].append((scale, file))
      }
    }
  }

  private static let suffixes: Set<String> = ["png", "jpg", "jpeg", "pdf", "svg", "heic", "gif"]

  static func isPicture(_ file: String) -> Bool { suffixes.contains(SourceFolder.suffix(file).lowercased()) }
}
