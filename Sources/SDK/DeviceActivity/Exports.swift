// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Two of five public extension sources rely on Foundation (`screen-time.md`); tokens are ManagedSettings'.
@_exported public import Foundation
@_exported public import FoundationShims
@_exported public import ManagedSettings
