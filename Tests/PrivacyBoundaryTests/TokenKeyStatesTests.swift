// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PrivacyBoundary
import Testing

/// Every state of the key's two files: the host accepts it, repairs it and reports that, or fails without changing a file
/// (`privacy.md#tokens`).
@Suite struct TokenKeyStatesTests {
  enum State: CaseIterable { case missing, own, other, damaged, folder, link }

  enum Result: Equatable {
    case event(TokenKeyFile.Opened.Event?, isOther: Bool)
    case error(TokenKeyError.Code)
  }

  private static func expected(_ main: State, _ copy: State, tokensExist: Bool) -> Result {
    let isKey: Set<State> = [.own, .other]
    if [main, copy].contains(where: { $0 == .folder || $0 == .link }) { return .error(.tokenKeyUnreadable) }
    switch (isKey.contains(main), isKey.contains(copy)) {
    case (true, true): return main == copy ? .event(nil, isOther: main == .other) : .error(.tokenKeyMismatch)
    case (true, false): return .event(.copyRenewed, isOther: main == .other)
    case (false, true): return .event(.restoredFromCopy, isOther: copy == .other)
    case (false, false):
      if main == .damaged || copy == .damaged { return .error(.tokenKeyMismatch) }
      return tokensExist ? .error(.tokenKeyMissing) : .event(.made, isOther: false)
    }
  }

  private static func key(_ first: UInt8) -> [UInt8] { (first..<first + 32).map(\.self) }

  /// The bytes of a key's file.
  private static func file(_ first: UInt8, in directory: String) throws -> Data {
    _ = try TokenKeyFile(stateDirectory: directory).reset { key(first) }
    return try Data(contentsOf: URL(filePath: directory + "/keys/root.key"))
  }

  /// The files of a folder, each with its kind and bytes.
  private static func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      var status = stat()
      lstat(folder + "/" + name, &status)
      let bytes = status.st_mode & S_IFMT == S_IFREG ? try Data(contentsOf: URL(filePath: folder + "/" + name)) : Data()
      return "\(name) \(status.st_mode) \(bytes.base64EncodedString())"
    }
  }

  @Test(arguments: State.allCases, State.allCases)
  func `each state of the key and its copy is used, repaired or refused`(_ main: State, _ copy: State) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "sallyport-keys-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let folder = path + "/keys"
    let (own, other) = (try Self.file(0, in: path), try Self.file(100, in: path))
    for tokensExist in [false, true] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      for (state, name) in [(main, "/root.key"), (copy, "/root.key.copy")] {
        switch state {
        case .missing: break
        case .own: try own.write(to: URL(filePath: folder + name))
        case .other: try other.write(to: URL(filePath: folder + name))
        case .damaged: try own.dropLast().write(to: URL(filePath: folder + name))
        case .folder: mkdir(folder + name, 0o700)
        case .link: symlink("/dev/null", folder + name)
        }
      }
      let before = try Self.files(folder)
      let file = TokenKeyFile(stateDirectory: path)
      let expected = Self.expected(main, copy, tokensExist: tokensExist)
      let (due, opened): (Result, Result)
      do throws(TokenKeyError) {
        due = .event(try file.due(tokensExist: tokensExist), isOther: false)
      } catch { due = .error(error.code) }
      #expect(try Self.files(folder) == before, "it only looks")
      do throws(TokenKeyError) {
        let key = try file.open(tokensExist: tokensExist) { Self.key(0) }
        opened = .event(key.event, isOther: key.key.checkValue == RootKey(bytes: Self.key(100))?.checkValue)
      } catch { opened = .error(error.code) }
      #expect(opened == expected)
      guard case .event(let event, _) = expected else {
        #expect(try due == expected && Self.files(folder) == before)
        continue
      }
      #expect(due == .event(event, isOther: false))
      #expect(try Self.files(folder).count == 2)
      #expect(try file.due(tokensExist: true) == nil)
    }
  }
}
