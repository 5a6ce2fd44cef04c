import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { call } from '../../api/call.js';
import { useProjectSlug } from '../../api/project.js';
import type { ReplayDetails, ReplayEvent, ReplayWindow } from '../../gen/api.js';
import { FRAME_PATH, type FrameReport } from './frame-messages.js';
import type { PlaybackState } from './playback-state.js';
import { Playback } from './playback.js';

interface PlaybackInput {
  readonly details: ReplayDetails;
  readonly window: ReplayWindow;
  /** The moment to begin with. */
  readonly offsetMs: number;
  readonly isPlaying: boolean;
  readonly onEvents: (events: readonly ReplayEvent[]) => void;
}

export interface PlayerHandle {
  readonly playback: Playback;
  readonly state: PlaybackState;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Gives the document its port; for its `load` event. */
  readonly onFrameLoad: () => void;
}

/** The address of the player document, which may have an origin of its own. */
export function toFrameUrl(): string {
  return new URL(FRAME_PATH, document.documentElement.dataset['replayOrigin'] ?? window.location.origin).href;
}

/** Plays one window of a recording; the component has to have the window as its key. */
export function usePlayback({ details, window, offsetMs, isPlaying, onEvents }: PlaybackInput): PlayerHandle {
  const project = useProjectSlug();
  const client = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort>(undefined);
  const report = useRef(onEvents);
  report.current = onEvents;
  const [playback] = useState(() => {
    const { session_id = '', started_at = '' } = details.recording ?? {};
    return new Playback(
      {
        windowId: window.window_id,
        beginMs: window.from_offset_ms,
        endMs: window.to_offset_ms,
        startMs: Date.parse(started_at) - window.clock_shift_ms,
        hasAssets: details.asset_count > 0,
        // The client of queries repeats what may succeed later, and sends a user whose session has ended to sign in.
        read: (query, stop) =>
          client.fetchQuery({
            queryKey: [project, 'slice', session_id, query],
            queryFn: ({ signal }) => {
              const options = { project, signal: AbortSignal.any([signal, stop]) };
              return call('GET /replay/{session_id}/snapshots', { path: { session_id }, query }, options);
            },
            gcTime: 0,
          }),
        onEvents: (events) => report.current(events),
      },
      { offsetMs, isPlaying, speed: 1, skips: true },
    );
  });
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
      onFrameLoad: () => {
        port.current?.close();
        const { port1, port2 } = new MessageChannel();
        port.current = port1;
        port1.addEventListener('message', ({ data }: MessageEvent<FrameReport>) => {
          if (data.type === 'ready') playback.connect((command) => port1.postMessage(command));
          else playback.receive(data);
        });
        port1.start();
        frame.current?.contentWindow?.postMessage('mount', new URL(toFrameUrl()).origin, [port2]);
      },
    }),
    [playback, state],
  );
}
