// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What is here belongs to Foundation on Apple's systems, so whoever imports it gets Foundation as well.
@_exported public import Foundation
