// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Two of five public extension sources expect Foundation (`screen-time.md`). ManagedSettings declares the tokens.
@_exported public import Foundation
@_exported public import FoundationShims
@_exported public import ManagedSettings
