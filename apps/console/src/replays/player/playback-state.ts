export interface PlaybackState {
  /** The moment that is shown, in milliseconds from the start of the recording. */
  readonly offsetMs: number;
  /** Whether it plays, or will once the events are there. */
  readonly isPlaying: boolean;
  /** Whether it has played to the end of its window, and nothing was done since. */
  readonly hasEnded: boolean;
  /** Whether events that are to be shown are on their way. */
  readonly isWaiting: boolean;
  readonly speed: number;
  /** Whether times without activity are played fast. */
  readonly skips: boolean;
  /** The part of the recording that was read. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether everything after the beginning of that part was read. */
  readonly isRead: boolean;
  /** The viewport of the recorded window in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** Sentences about what cannot be shown. */
  readonly notes: readonly string[];
  /** The reason for which events after the part that was read are missing. */
  readonly error: Error | undefined;
}

export const INITIAL: PlaybackState = {
  offsetMs: 0,
  isPlaying: false,
  hasEnded: false,
  isWaiting: true,
  speed: 1,
  skips: true,
  fromMs: 0,
  toMs: 0,
  isRead: false,
  size: undefined,
  notes: [],
  error: undefined,
};
