/** What the loader and the recording, which is loaded later, know of each other. */
import type { eventWithTime } from '@rrweb/types';
import type { Settings } from './settings.js';

/** An event of rrweb. */
export type RecordedEvent = eventWithTime;

export interface RecordingOptions extends Pick<Settings, 'maskText' | 'block' | 'console' | 'network'> {
  readonly emit: (event: RecordedEvent) => void;
}

/** A page that is being recorded. */
export interface Recording {
  /** Emits the description of the page and a full snapshot. */
  snapshot(): void;
  stop(): void;
}

export interface RecordingModule {
  startRecording(options: RecordingOptions): Recording;
}

/** Names of plugins of rrweb, whose events players show beside the page. */
export const CONSOLE_PLUGIN = 'rrweb/console@1';
export const NETWORK_PLUGIN = 'rrweb/network@1';
