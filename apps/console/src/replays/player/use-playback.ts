import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { ReplayDetails, ReplayEvent, ReplayWindow } from '../../gen/api.js';
import { FRAME_PATH, type FrameReport } from './frame-messages.js';
import type { PlaybackState } from './playback-state.js';
import type { Playback } from './playback.js';
import { useCreate } from './use-create.js';

interface PlaybackInput {
  readonly details: ReplayDetails;
  readonly window: ReplayWindow;
  /** The moment to begin with. */
  readonly offsetMs: number;
  /** Whether the next window plays from the beginning, because the one before it has been played to its end. */
  readonly goesOn: RefObject<boolean>;
  readonly onEvents: (events: readonly ReplayEvent[]) => void;
}

export interface PlayerHandle {
  readonly playback: Playback;
  readonly state: PlaybackState;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Another one for each document that has to be loaded. */
  readonly frameKey: string;
  /** Whether the document should have answered long ago. */
  readonly isSilent: boolean;
  /** Loads the document once more. */
  readonly onReload: () => void;
  /** Gives the document its port; for its `load` event. */
  readonly onFrameLoad: () => void;
}

/** The address of the player document, which may have an origin of its own. */
export function toFrameUrl(): string {
  return new URL(FRAME_PATH, document.documentElement.dataset['replayOrigin'] ?? window.location.origin).href;
}

/** Milliseconds after which a document that has not answered is reported. */
const SILENT_MS = 8_000;

/** Plays one window of a recording. Another window goes on as the one before it was: playing or not, and as fast. */
export function usePlayback({ details, window, offsetMs, goesOn, onEvents }: PlaybackInput): PlayerHandle {
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort>(undefined);
  const create = useCreate({ details, window, onEvents });
  // A recording that goes on has another end after it is read again.
  const windowKey = `${window.window_id} ${window.to_offset_ms}`;
  const [shown, setShown] = useState(() => ({
    windowKey,
    playback: create({ offsetMs, isPlaying: false, speed: 1, skips: true }),
  }));
  if (shown.windowKey !== windowKey) {
    const { isPlaying, speed, skips } = shown.playback.getState();
    setShown({ windowKey, playback: create({ offsetMs, isPlaying: isPlaying || goesOn.current, speed, skips }) });
  }
  const { playback } = shown;
  const [attempt, setAttempt] = useState(0);
  const frameKey = `${shown.windowKey} ${attempt}`;
  const [silent, setSilent] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    goesOn.current = false;
    timer.current = setTimeout(() => setSilent(frameKey), SILENT_MS);
    return () => clearTimeout(timer.current);
  }, [frameKey, goesOn]);
  useEffect(
    () => () => {
      playback.stop();
      port.current?.close();
    },
    [playback],
  );
  const state = useSyncExternalStore(playback.subscribe, playback.getState);
  return useMemo(
    () => ({
      playback,
      state,
      frame,
      frameKey,
      isSilent: silent === frameKey,
      onReload: () => setAttempt((before) => before + 1),
      onFrameLoad: () => {
        port.current?.close();
        const { port1, port2 } = new MessageChannel();
        port.current = port1;
        port1.addEventListener('message', ({ data }: MessageEvent<FrameReport>) => {
          if (data.type === 'ready') {
            clearTimeout(timer.current);
            setSilent(undefined);
            playback.connect((command) => port1.postMessage(command));
          } else playback.receive(data);
        });
        port1.start();
        frame.current?.contentWindow?.postMessage('mount', new URL(toFrameUrl()).origin, [port2]);
      },
    }),
    [playback, state, frameKey, silent],
  );
}
