// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationShims
import Testing

/// Archives of values that are not objects, such as tokens (DEV-46).
@Suite struct KeyedArchiveTests {
  private struct Token: Codable, Hashable { var data = Data([1, 2]) }

  @Test(arguments: [true, false])
  func `archiving a Codable value of Swift throws instead of ending the program`(isSecure: Bool) {
    func expectRefusal(_ value: some Encodable) {
      let error = #expect(throws: EncodingError.self) {
        _ = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: isSecure)
      }
      #expect(error.map { "\($0)".contains("encodeEncodable") } == true)
    }
    expectRefusal(Token())
    expectRefusal([Token()])
    expectRefusal(Set([Token()]))
    expectRefusal(["token": Token()])
    expectRefusal([Token(): 1])
    expectRefusal([[1: [Token()]]])
  }

  @Test(arguments: [true, false])
  func `archiving what Foundation makes an object of works as before`(isSecure: Bool) throws {
    let texts = ["a": ["b", "c"]]
    let data = try NSKeyedArchiver.archivedData(withRootObject: texts, requiringSecureCoding: isSecure)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSDictionary.self, NSArray.self, NSString.self], from: data)
    #expect(read as? [String: [String]] == texts)
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: date, requiringSecureCoding: isSecure)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSDate.self, from: archive).map { $0 as Date } == date)
  }

  @Test func `a Codable value is read back by its key and its type`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    try archiver.encodeEncodable(Token(), forKey: "token")
    try archiver.encodeEncodable(5, forKey: "number")
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(reader.decodeDecodable(Token.self, forKey: "token") == Token())
    #expect(try reader.decodeTopLevelDecodable(Int.self, forKey: "number") == 5)
    #expect(reader.decodeDecodable(Token.self, forKey: "gone") == nil)
    #expect(throws: DecodingError.self) { try reader.decodeTopLevelDecodable(Int.self, forKey: "token") }
  }
}
