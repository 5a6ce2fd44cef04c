export { createBlockEncoder } from './signals/create-block-encoder.js';
export type {
  BlockEncoder,
  BlockEncoderOptions,
  EncodedBlocks,
  SeriesAdmission,
} from './signals/encoder/block-encoder.js';
export {
  COMPRESSIONS,
  expandAsync,
  expandedSize,
  expandSync,
  releaseExpanded,
  releaseWhole,
  type Compression,
  type ContentEncoding,
} from './compression.js';
export type { LargeContent } from './content/large-contents.js';
export type { ErrorRow } from './errors/error-row.js';
export { encodeJson, transcodeJson } from './json/transcode.js';
export { readLogs, type PlainAttributes, type ReadLogsOptions, type SentLog } from './signals/logs/read-logs.js';
export { decodeLogs, OVERSIZED, type Attributes, type LogEntry } from './signals/logs/decode-logs.js';
export type { NativeBlock } from './native/block.js';
export type { IsKnown, KeyedTable, SeenKey } from './resource/known-keys.js';
export { exportResponse, statusBody, type Encoding, type PartialSuccess } from './response.js';
export type { RejectReason } from './rules.js';
export type { AcceptanceContext, RequestContext, Signal } from './signal.js';
export { MAX_ITEMS_PER_REQUEST, partialMessage, skim, type SkimResult } from './signals/skim/skim.js';
export { AI_WORK_STORED_CHANNEL, ERRORS_STORED_CHANNEL, type StoredChannel } from './stored-channels.js';
