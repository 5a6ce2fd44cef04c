/** Entry of the thread that reads the events of whole recordings, so that they are no load of the event loop that serves callers. */
export { mergeBlocks } from '@svc/replay';
export { prepareStyle } from './style-text.js';
export { readRecording } from './window-signals.js';
