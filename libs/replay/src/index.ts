export { resolveAsset, type AssetKind } from './assets/asset-kind.js';
export { visitCss } from './assets/css-assets.js';
export { isRedactedAddress, WANTED_LIMITS, WantedAssets, type WantedAsset } from './assets/wanted-assets.js';
export { mergeBlocks, unpackEvents, type BlockContent, type PackedEvent } from './block/content.js';
export type { ChunkDescription } from './block/describe.js';
export { activeMs, joinSpans, type Span } from './events/activity.js';
export { clockShift } from './events/clock-shift.js';
export { EVENT_TYPE, isObject, type RecordedEvent } from './events/event.js';
export { firstFrom } from './events/times.js';
export { redactCss } from './redact/css.js';
export { MASKED_PLACES, type MaskedCounts } from './redact/masked.js';
export { afterGap, NodeMemory, withPasswordsOf, type RememberedNodes } from './redact/node-memory.js';
export { EventRedactor, RULES_VERSION } from './redact/redact-event.js';
export { postHogField, translatePostHog, type TranslatedChunk } from './request/posthog.js';
export {
  guessPlace,
  prepareChunk,
  type ChunkContext,
  type MisplacedChunk,
  type PreparedChunk,
} from './request/prepare.js';
export { MAX_REQUEST_BYTES, type ChunkPlace } from './request/read-request.js';
export { continues, isNumbered } from './request/timed-seq.js';
export {
  DEFAULT_REPLAY_SETTINGS,
  type RageSettings,
  type RedactionSettings,
  type ReplaySettings,
} from './settings/settings.js';
export { signalsOf, type Signal, type SignalKind } from './signals/signals.js';
export { WindowFollower } from './signals/window-course.js';
export { memoryOfSlices, readSlices, type ReadSlices, type SlicedChunk } from './slices/read-slices.js';
export { SLICE_KEYS, type PagePlace, type SliceRejection } from './slices/slice.js';
export type { WaitingEvent, WaitingPiece } from './slices/waiting.js';
