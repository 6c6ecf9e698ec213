// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Sources of intents import only AppIntents.
@_exported public import Foundation
@_exported public import FoundationShims
