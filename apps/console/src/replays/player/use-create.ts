import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.js';
import { useProjectSlug } from '../../api/project.js';
import type { ReplayDetails, ReplayEvent, ReplayWindow } from '../../gen/api.js';
import type { PlaybackState } from './playback-state.js';
import { Playback } from './playback.js';

interface CreateInput {
  readonly details: ReplayDetails;
  readonly window: ReplayWindow;
  readonly onEvents: (events: readonly ReplayEvent[]) => void;
}

type Settings = Pick<PlaybackState, 'offsetMs' | 'speed' | 'skips' | 'isPlaying'>;

/** Makes what plays the window of a recording, and reads its events through the client of queries. */
export function useCreate({ details, window, onEvents }: CreateInput): (settings: Settings) => Playback {
  const project = useProjectSlug();
  const client = useQueryClient();
  const report = useRef(onEvents);
  report.current = onEvents;
  return (settings) => {
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
      settings,
    );
  };
}
