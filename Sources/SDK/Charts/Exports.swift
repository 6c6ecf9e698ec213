// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Chart sources rely on SwiftUI and Foundation coming along.
@_exported public import SwiftUI
