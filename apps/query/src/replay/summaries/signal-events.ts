import { createHash } from 'node:crypto';
import type { Signal, SignalKind } from '@svc/replay';
import type { OwnEvent } from '../../product/index.js';

/** The names of the product events. */
export const SIGNAL_EVENTS: Readonly<Record<SignalKind, string>> = {
  rage_click: '$rageclick',
  dead_click: '$dead_click',
  error_click: '$error_click',
};

/** A signal in its recording. */
export interface PlacedSignal extends Signal {
  readonly windowId: string;
  /** Milliseconds since 1970, with the clock corrected. */
  readonly timeMs: number;
  readonly distinctId: string;
  readonly release: string;
  readonly environment: string;
  /** Whether no chunk that may still arrive can change it. */
  readonly isSettled: boolean;
}

/** A signal as a product event. Its ID, time, name and person are the same however often it is found. */
export function toSignalEvent(signal: PlacedSignal, sessionId: string, startMs: number): OwnEvent {
  const { kind, windowId, atMs, timeMs, distinctId, clicks, selector, text, url, reason, release, environment } =
    signal;
  const same = JSON.stringify([sessionId, windowId, kind, atMs]);
  return {
    event: SIGNAL_EVENTS[kind],
    distinct_id: distinctId,
    message_id: `replay-${createHash('sha256').update(same).digest('hex').slice(0, 40)}`,
    timestamp: new Date(timeMs).toISOString(),
    session_id: sessionId,
    properties: {
      $current_url: url,
      selector,
      text,
      clicks,
      reason,
      window_id: windowId,
      offset_ms: Math.round(timeMs - startMs),
      ...(release !== '' && { $release: release }),
      ...(environment !== '' && { $environment: environment }),
    },
  };
}
