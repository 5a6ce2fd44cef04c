export { RecordingKeys, type OpenSession, type RecordingKeysOptions } from './recording-keys.js';
export { sealedRecordingKeys } from './sealed-recording-keys.js';
