// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A property list in one of Apple's three formats: XML, binary, or the old format of Xcode projects.
package indirect enum PropertyList: Hashable, Sendable {
  case string(String)
  case array([PropertyList])
  case dictionary([String: PropertyList])
  /// A number, date or data, which adoption does not use.
  case other(String)

  /// - Throws: `AdoptionError` that names the file.
  package init(file: String) throws {
    let data = try InputFile.data(file)
    do {
      if data.starts(with: BinaryPropertyList.signature) {
        self = try BinaryPropertyList.value(of: data)
        return
      }
      self.init(try PropertyListSerialization.propertyList(from: data, options: [], format: nil))
    } catch let fault as BinaryPropertyList.Fault {
      throw AdoptionError("\(file) is not a property list: \(fault.message).")
    } catch {
      let cause = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
      throw AdoptionError("\(file) is not a property list: \(cause)")
    }
  }

  private init(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let list as [Any]: self = .array(list.map { PropertyList($0) })
    case let table as [String: Any]: self = .dictionary(table.mapValues { PropertyList($0) })
    case let table as [AnyHashable: Any]:
      self = .dictionary(
        Dictionary(table.map { (String(describing: $0.key), PropertyList($0.value)) }, uniquingKeysWith: { $1 }))
    default: self = .other(String(describing: value))
    }
  }

  package subscript(key: String) -> PropertyList? {
    if case .dictionary(let table) = self { table[key] } else { nil }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var list: [PropertyList] { if case .array(let list) = self { list } else { [] } }
  package var texts: [String] { list.compactMap(\.text) }
  package var table: [String: PropertyList] { if case .dictionary(let table) = self { table } else { [:] } }
}
