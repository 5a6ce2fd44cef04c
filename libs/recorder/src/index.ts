/** The recorder as a module for bundlers: the recorder of rrweb is a part of its own, which is loaded when a session is recorded. */
import { createRecorder } from './recorder.js';
import type { Recorder, Settings } from './settings.js';
import { VERSION } from './version.js';

export type { Recorder, Settings } from './settings.js';

/** The recorder of the page, as `window.svcRecorder` is for the script. */
export const recorder: Recorder = createRecorder({
  load: () => import('./recording/recording.js'),
  version: VERSION,
});

/** Starts to record, unless the session is not sampled, the person objects, or the browser lacks what is needed. */
export const start = (settings: Settings): void => recorder.start(settings);
/** Stops to record; what was recorded is still sent. */
export const stop = (): void => recorder.stop();
/** Names the person from now on, such as after a log-in. It is not kept for other pages. */
export const identify = (distinctId: string): void => recorder.identify(distinctId);
