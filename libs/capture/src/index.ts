export { GROUP_IDENTIFY, IDENTIFY, isReserved } from './captured-event.js';
export type { CapturedEvent, GroupKey, PropertyWrite, WriteOp } from './captured-event.js';
export { captureHeaders, readCaptureHeaders, type CaptureEnvelope } from './record-headers.js';
export { decodeRecord, encodeRecord } from './record.js';
