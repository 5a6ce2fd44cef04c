export { FRAME_PATH, FRAME_SANDBOX, type FrameCommand, type FrameReport, type RecordedEvent } from './contract.js';
