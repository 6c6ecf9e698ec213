// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The domain of the running program, in Core Foundation's words.
// SAFETY: a constant string, which nothing changes.
nonisolated(unsafe) public let kCFPreferencesCurrentApplication: CFString = "kCFPreferencesCurrentApplication"

/// Defaults are read from the request and returned with the reply, so there is nothing to synchronise.
///
/// - Returns: Always `true`.
@discardableResult
public func CFPreferencesAppSynchronize(_ applicationID: CFString) -> Bool { true }
