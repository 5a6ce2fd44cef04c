/** An event of rrweb, as `GET /api/v1/replay/{session_id}/snapshots` returns it. */
export interface RecordedEvent {
  readonly type: number;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly data?: unknown;
}

/** The path of the player document. */
export const FRAME_PATH = '/replay/frame';

/** The value of the `sandbox` attribute of the element that mounts the player document. */
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin';

/**
 * What the page that mounts the player document sends to it, over the port that it has posted to the document. Offsets are milliseconds
 * after the beginning of the recording.
 */
export type FrameCommand =
  | {
      /** Shows a recording from its beginning, instead of the one before it. */
      readonly type: 'load';
      /** Events of one window, in the order of their times, after the copies of assets; more may follow with `append`. */
      readonly events: readonly RecordedEvent[];
      /** The time of the beginning, in milliseconds since 1970; that of the first event if absent. */
      readonly startMs?: number;
    }
  | {
      /** Adds events that follow those that were sent before. */
      readonly type: 'append';
      readonly events: readonly RecordedEvent[];
    }
  | {
      readonly type: 'play' | 'pause' | 'seek';
      /** Where to continue; where the player is if absent. */
      readonly offsetMs?: number;
      /** Multiple of the speed of the recording; as before if absent, 1 at first. */
      readonly speed?: number;
    }
  | {
      /** Whether times without activity are played fast. */
      readonly type: 'skipInactive';
      readonly on: boolean;
    };

/** What the player document sends back. */
export type FrameReport =
  | { /** The port was received. */ readonly type: 'ready' }
  | {
      /** Sent after each change, and four times a second during play. */
      readonly type: 'state';
      readonly offsetMs: number;
      /** From the beginning of the recording to the last event that was sent. */
      readonly durationMs: number;
      readonly playing: boolean;
    }
  | {
      /** The size in CSS pixels of what is shown: the viewport of the recorded window. */
      readonly type: 'resize';
      readonly width: number;
      readonly height: number;
    }
  | {
      /** A sentence for people about what cannot be shown. */
      readonly type: 'warning';
      readonly text: string;
    };
