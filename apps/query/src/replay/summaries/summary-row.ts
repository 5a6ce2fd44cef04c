import type { WrittenRow } from '@svc/otlp/native';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import type { RecordedSession } from '@svc/recordings';
import { activeMs, type SignalKind, type WantedAsset } from '@svc/replay';
import type { REPLAY_SUMMARIES } from '@svc/tables';
import { urlsOf, type SessionShape } from '../reads/session-shape.js';
import type { PlacedSignal } from './signal-events.js';

export interface SessionSummary {
  readonly session: RecordedSession;
  readonly shape: SessionShape;
  readonly signals: readonly PlacedSignal[];
  readonly assets: readonly WantedAsset[];
  /** When the chunks were read, in milliseconds since 1970. */
  readonly readAtMs: number;
  readonly hasEnded: boolean;
}

/** The row of a summary. */
export function toSummaryRow(summary: SessionSummary): WrittenRow<typeof REPLAY_SUMMARIES> {
  const { session, shape, signals, assets } = summary;
  const count = (wanted: SignalKind): number => signals.filter(({ kind }) => kind === wanted).length;
  return {
    project_number: session.projectNumber,
    retention_days: session.retentionDays,
    timestamp: BigInt(session.startedAtMs) * NANOSECONDS_PER_MILLISECOND,
    session_id: session.sessionId,
    version: BigInt(summary.readAtMs),
    is_final: summary.hasEnded ? 1 : 0,
    chunks: shape.windows.reduce((sum, window) => sum + window.chunks.length, 0),
    active_ms: BigInt(activeMs(shape.activity)),
    rage_clicks: count('rage_click'),
    dead_clicks: count('dead_click'),
    error_clicks: count('error_click'),
    urls: urlsOf(shape),
    'signals.kind': signals.map(({ kind }) => kind),
    'signals.time_ms': signals.map(({ timeMs }) => BigInt(Math.max(0, Math.floor(timeMs)))),
    'signals.window_id': signals.map(({ windowId }) => windowId),
    'signals.clicks': signals.map(({ clicks }) => clicks),
    'signals.selector': signals.map(({ selector }) => selector),
    'signals.text': signals.map(({ text }) => text),
    'signals.url': signals.map(({ url }) => url),
    'signals.reason': signals.map(({ reason }) => reason),
    'assets.url': assets.map(({ url }) => url),
    'assets.kind': assets.map(({ kind }) => kind),
    'assets.release': assets.map(({ release }) => release),
  };
}
