// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The rules' interface uses instants, schedules, settings and violations throughout.
@_exported public import ScreenTimeVocabulary
