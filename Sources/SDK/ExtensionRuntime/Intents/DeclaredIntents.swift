// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
public import ExtensionProtocol
internal import Synchronization

/// An intent as callbacks find it: by its name, among the types of the executable.
///
/// `AppIntents` conforms; developers don't use this protocol.
@_alwaysEmitConformanceMetadata
public protocol _DeclaredIntent: Sendable {
  /// The name on the wire.
  static var _name: String { get }

  /// Runs the intent for `intent.perform`, or the filter for `focus.perform` and `focus.resolve`, and returns the
  /// result without its effects.
  static func _run(_ callback: Callback) async throws -> WireValue
}

/// The intents of this executable, found in its own tables.
///
/// A Focus filter is nowhere mentioned by the code that starts the process, so there is nothing that could register it,
/// and an optimised build removes a type that nothing mentions. `@_alwaysEmitConformanceMetadata` keeps the types that
/// name a protocol with this attribute, but not those of a protocol that inherits it: each protocol of intents has its own.
package enum DeclaredIntents {
  private static let found = Mutex<[any _DeclaredIntent.Type]?>(nil)

  /// All intents in ascending order of their names.
  package static var all: [any _DeclaredIntent.Type] {
    found.withLock { found in
      if let found { return found }
      let intents = search()
      found = intents
      return intents
    }
  }

  /// - Throws: `HandlerFailure` with the reason `intent.unknown`, which the host does not retry.
  package static func named(_ name: String) throws -> any _DeclaredIntent.Type {
    guard let intent = all.first(where: { $0._name == name }) else {
      throw HandlerFailure(
        ErrorObject(
          .extensionError, "intent.unknown: this executable has no intent “\(name)”.", retry: .never,
          reason: "intent.unknown"))
    }
    return intent
  }

  /// Runs the intent that an app or a widget is asked for; `nil` for a callback without an intent.
  package static func run(_ callback: Callback) async throws -> WireValue? {
    switch callback {
    case .performIntent(let arguments): try await named(arguments.intent)._run(callback)
    case .focus(.perform(let values, _)): try await named(values.intent)._run(callback)
    default: nil
    }
  }

  private static func search() -> [any _DeclaredIntent.Type] {
    var types: [any _DeclaredIntent.Type] = []
    // SAFETY: the metadata of a protocol type lies at its address; its third word is the protocol's descriptor. The
    // pointer to `types` is used during the call only, and each metadata pointer is that of a complete type.
    unsafe withUnsafeMutablePointer(to: &types) { pointer in
      let existential = unsafe unsafeBitCast(
        (any _DeclaredIntent).self as Any.Type, to: UnsafePointer<UnsafeRawPointer>.self)
      unsafe cextensionshims_conforming_types(existential[2], pointer) { context, metadata in
        let type = unsafe unsafeBitCast(metadata, to: Any.Type.self)
        guard let context = unsafe context, let intent = type as? any _DeclaredIntent.Type else { return }
        unsafe context.assumingMemoryBound(to: [any _DeclaredIntent.Type].self).pointee.append(intent)
      }
    }
    return types.sorted { $0._name.precedesInUTF8($1._name) }
  }
}
