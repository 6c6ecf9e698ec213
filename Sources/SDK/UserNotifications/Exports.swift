// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Two of five public extension sources expect this re-export (`screen-time.md`).
@_exported public import Foundation
@_exported public import FoundationShims
