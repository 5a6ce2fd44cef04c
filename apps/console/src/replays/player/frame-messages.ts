/** The messages between the page and the player document of the service, which docs/replay.md describes. Offsets are in milliseconds. */

/** An event of rrweb; its timestamp is on the clock of the recorded browser. */
export interface RecordedEvent {
  readonly type: number;
  readonly timestamp: number;
  readonly data?: unknown;
}

export type FrameCommand =
  | { readonly type: 'load'; readonly events: readonly RecordedEvent[]; readonly startMs: number }
  | { readonly type: 'append'; readonly events: readonly RecordedEvent[] }
  | { readonly type: 'play' | 'pause' | 'seek'; readonly offsetMs?: number; readonly speed?: number }
  | { readonly type: 'skipInactive'; readonly on: boolean };

export type FrameReport =
  | { readonly type: 'ready' }
  | { readonly type: 'state'; readonly offsetMs: number; readonly durationMs: number; readonly playing: boolean }
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | { readonly type: 'warning'; readonly text: string };

export const FRAME_PATH = '/replay/frame';
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin';
