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
  static func best(of files: [(scale: Int, file: String)]) -> Result<String, AdoptionError> {
    var reason = "has no file"
    for (_, file) in files.sorted(by: { $0.scale > $1.scale }) where FileManager.default.fileExists(atPath: file) {
      guard file.lowercased().hasSuffix(".png") else {
        reason = "is not a PNG"
        continue
      }
      guard let data = try? InputFile.data(file), let size = size(of: data) else {
        reason = "is not a valid PNG"
        continue
      }
      if data.count > mostBytes {
        reason = "is larger than \(mostBytes >> 10) KiB"
      } else if max(size.width, size.height) > longestSide || size.width * size.height > largestArea {
        reason = "has \(size.width) × \(size.height) pixels, more than \(largestArea) or a side beyond \(longestSide)"
      } else {
        return .success(file)
      }
    }
    return .failure(AdoptionError(reason))
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
