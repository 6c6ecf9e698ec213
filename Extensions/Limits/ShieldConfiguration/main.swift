// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionRuntime

ExtensionMain.run(LimitsShieldConfiguration())
