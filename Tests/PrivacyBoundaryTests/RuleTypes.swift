// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import struct ScreenTimeRules.NotificationRequest

// The wire uses the same names, and the module of the rules holds a type of its own name, so it can't qualify them.
typealias RuleNotification = NotificationRequest
