/** The recorder as a module for bundlers: the recorder of rrweb is a part of its own, which is loaded when a session is recorded. */
import { createRecorder } from './recorder.js';
import type { Settings } from './settings.js';
import { VERSION } from './version.js';

export type { Recorder } from './recorder.js';
export type { Settings } from './settings.js';

const recorder = createRecorder({ load: () => import('./recording/recording.js'), version: VERSION });

/** Starts to record, unless the session is not sampled, the person objects, or the browser lacks what is needed. */
export const start = (settings: Settings): void => recorder.start(settings);
/** Stops to record; what was recorded is still sent. */
export const stop = (): void => recorder.stop();
/** Names the person from now on, such as after a log-in. It is not kept for other pages. */
export const identify = (distinctId: string): void => recorder.identify(distinctId);
/** The session, also if it is not recorded; undefined before `start`. Send it as `session_id` with product events and errors. */
export const getSessionId = (): string | undefined => recorder.sessionId;
