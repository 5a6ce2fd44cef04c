/** Entry of the thread that looks for signals, so that events of recordings are no load of the event loop that serves callers. */
export { findWindowSignals as default } from './window-signals.js';
