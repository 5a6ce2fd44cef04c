export { CaptureEncoder } from './blocks/capture-encoder.js';
export { IDENTIFY, type CapturedEvent } from './captured-event.js';
export type { CaptureContext } from './event.js';
export { captureHeaders, readCaptureHeaders, type CaptureEnvelope } from './record-headers.js';
export { decodeRecord, encodeRecord } from './record.js';
export { readRequest, type CaptureError } from './request.js';
export { readStableId } from './stable-id.js';
export type { CaptureWarning } from './warnings.js';
export { readBodyKey, readForeignObject, SEGMENT_CALLS, type ForeignWire } from './wires/wire.js';
