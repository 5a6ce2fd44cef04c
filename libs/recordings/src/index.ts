export { assetKey, ASSETS_FOLDER, assetsFolder } from './asset.js';
export {
  blockKey,
  openBlock,
  readBlock,
  RECORDING_DELETED_CHANNEL,
  RECORDINGS_FOLDER,
  recordingsFolder,
  sealBlock,
  sessionFolder,
  sessionName,
  type RecordedSession,
} from './block.js';
export { toBlockRow } from './block-row.js';
export {
  chunkHeaders,
  decodeChunk,
  encodeChunk,
  readChunkHeaders,
  type ChunkEnvelope,
  type ChunkRecord,
} from './record.js';
