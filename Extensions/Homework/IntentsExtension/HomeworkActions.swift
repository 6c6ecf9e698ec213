// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import HomeworkIntents

/// Performs the intents of the widget's buttons.
@main
struct HomeworkActions: AppIntentsExtension {}
