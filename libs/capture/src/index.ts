export { CaptureEncoder } from './blocks/capture-encoder.js';
export { GROUP_IDENTIFY, IDENTIFY, isReserved } from './captured-event.js';
export type { CapturedEvent, GroupKey, PropertyWrite, WriteOp } from './captured-event.js';
export type { CaptureContext } from './event.js';
export { captureHeaders, readCaptureHeaders, type CaptureEnvelope } from './record-headers.js';
export { decodeRecord, encodeRecord } from './record.js';
export { CAPTURE_ERRORS, type CaptureErrorCode } from './refusal.js';
export { MAX_EVENTS, readRequest, type CaptureError, type ReadRequest } from './request.js';
