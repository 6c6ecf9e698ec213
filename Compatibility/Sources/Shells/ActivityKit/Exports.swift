// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The attributes of Live Activities, which are drawn nowhere, are declared beside their configurations.
@_exported public import WidgetKit
