import { setImmediate } from 'node:timers/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { ReplayDetailsSchema, ReplayRecordingSchema, ReplayWindowSchema } from '@svc/contract';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import { activeMs, MASKED_PLACES } from '@svc/replay';
import type { AssetStates } from './asset-states.js';
import { toMissingAssets } from './assets.message.js';
import { MAX_CHUNKS, type ChunkRow } from './chunks.query.js';
import type { RecordingRow } from './recordings.query.js';
import type { ReadableSession } from './recordings.service.js';
import { shapeOf, urlsOf, warningsOf, type SessionShape, type WindowShape } from './session-shape.js';
import type { SummaryFigures } from './summaries.query.js';
import { toSignals, toSummary } from './summary.message.js';
import { timelineOf } from './timeline.js';

const DAY_MS = 86_400_000;
/** What is listed at most; recordings of people have far less. */
const LIMITS = { windows: 100, activity: 1_000, snapshots: 1_000, gaps: 200 } as const;

/** @param summary undefined if there is none yet. */
export function toRecording(
  row: RecordingRow,
  summary?: SummaryFigures,
): MessageInitShape<typeof ReplayRecordingSchema> {
  const firstMs = Number(row.first_ms);
  const lastMs = Number(row.last_ms);
  const startedMs = Number(BigInt(row.timestamp_ns) / NANOSECONDS_PER_MILLISECOND);
  return {
    sessionId: row.session_id,
    distinctId: row.distinct_id,
    startedAt: timestampFromMs(firstMs),
    endedAt: timestampFromMs(lastMs),
    durationMs: BigInt(lastMs - firstMs),
    firstUrl: row.first_url,
    eventCount: BigInt(row.events),
    clickCount: BigInt(row.clicks),
    inputCount: BigInt(row.inputs),
    consoleErrorCount: BigInt(row.console_errors),
    networkErrorCount: BigInt(row.network_errors),
    fullSnapshotCount: BigInt(row.snapshots),
    chunkCount: BigInt(row.chunks),
    bytes: BigInt(row.bytes),
    storedBytes: BigInt(row.stored_bytes),
    release: row.release,
    environment: row.environment,
    sdk: row.sdk,
    expiresAt: timestampFromMs(startedMs + row.retention_days * DAY_MS),
    summary: summary && toSummary(summary),
  };
}

/**
 * Gives others turns between its parts, because a recording can have twenty thousand chunks.
 *
 * @param assets undefined before the recording is summarized.
 */
export async function toDetails(
  session: ReadableSession,
  assets?: AssetStates,
): Promise<MessageInitShape<typeof ReplayDetailsSchema>> {
  const shape = await shapeOf(session.rows);
  const recording = toDetailedRecording(session, shape);
  await setImmediate();
  const timeline = timelineOf(shape);
  await setImmediate();
  const masked = maskedOf(session.rows);
  await setImmediate();
  return {
    recording,
    activeMs: BigInt(activeMs(shape.activity)),
    activity: shape.activity.slice(0, LIMITS.activity).map(({ from, to }) => ({
      fromOffsetMs: BigInt(from - shape.firstMs),
      toOffsetMs: BigInt(to - shape.firstMs),
    })),
    windows: shape.windows.slice(0, LIMITS.windows).map((window) => toWindow(window, shape.firstMs)),
    urls: urlsOf(shape),
    masked,
    rulesVersion: session.rows.reduce((least, row) => Math.min(least, row.rules_version), Infinity),
    warnings: [...cutListsOf(session.rows, shape), ...warningsOf(shape)],
    signals: session.summary && toSignals(session.summary, shape.firstMs),
    timeline,
    assetCount: BigInt(assets?.copied ?? 0),
    missingAssets: assets && toMissingAssets(assets),
  };
}

function toDetailedRecording(
  { session, rows, summary }: ReadableSession,
  { firstMs, lastMs, windows }: SessionShape,
): MessageInitShape<typeof ReplayRecordingSchema> {
  const sum = (figure: (row: ChunkRow) => number): bigint =>
    BigInt(rows.reduce((total, row) => total + figure(row), 0));
  const last = windows.flatMap(({ chunks }) => chunks).reduce((a, b) => (b.lastMs > a.lastMs ? b : a), NO_CHUNK).row;
  return {
    sessionId: session.sessionId,
    distinctId: last?.distinct_id,
    startedAt: toTime(firstMs),
    endedAt: toTime(lastMs),
    durationMs: BigInt(lastMs - firstMs),
    firstUrl: urlsOf({ windows })[0],
    eventCount: sum((row) => row.events),
    clickCount: sum((row) => row.clicks),
    inputCount: sum((row) => row.inputs),
    consoleErrorCount: sum((row) => row.console_errors),
    networkErrorCount: sum((row) => row.network_errors),
    fullSnapshotCount: sum((row) => row.snapshots.length),
    chunkCount: BigInt(rows.length),
    bytes: sum((row) => row.bytes),
    storedBytes: sum((row) => row.stored_bytes),
    release: last?.release,
    environment: last?.environment,
    sdk: last?.sdk,
    expiresAt: timestampFromMs(session.startedAtMs + session.retentionDays * DAY_MS),
    summary: summary && toSummary(summary),
  };
}

/** Which lists are not whole, one sentence each. */
function cutListsOf(rows: readonly ChunkRow[], { windows, activity }: SessionShape): string[] {
  const most = (count: (window: WindowShape) => number): number =>
    windows.reduce((greatest, window) => Math.max(greatest, count(window)), 0);
  const lists = [
    ['chunks', rows.length, MAX_CHUNKS - 1],
    ['windows', windows.length, LIMITS.windows],
    ['periods of activity', activity.length, LIMITS.activity],
    ['full snapshots of a window', most(({ snapshots }) => snapshots.length), LIMITS.snapshots],
    ['gaps of a window', most(({ gaps }) => gaps.length), LIMITS.gaps],
  ] as const;
  return lists.flatMap(([name, count, limit]) => (count > limit ? [`Only the first ${limit} ${name} are shown.`] : []));
}

/** 2100 in milliseconds since 1970. */
const LATEST_MS = 4_102_444_800_000;

/** A time that a timestamp can be, whatever a browser says of its clock. */
const toTime = (ms: number) => timestampFromMs(Math.min(LATEST_MS, Math.max(0, ms)));

const NO_CHUNK: { readonly row?: ChunkRow; readonly lastMs: number } = { lastMs: -1 };

function toWindow(window: WindowShape, startMs: number): MessageInitShape<typeof ReplayWindowSchema> {
  const { chunks } = window;
  return {
    windowId: window.id,
    fromOffsetMs: BigInt(window.firstMs - startMs),
    toOffsetMs: BigInt(window.lastMs - startMs),
    eventCount: chunks.reduce((total, { row }) => total + BigInt(row.events), 0n),
    chunkCount: BigInt(chunks.length),
    snapshotOffsetsMs: window.snapshots.slice(0, LIMITS.snapshots).map((time) => BigInt(time - startMs)),
    gaps: window.gaps.slice(0, LIMITS.gaps).map(({ firstSeq, lastSeq, untilMs }) => ({
      firstSeq: BigInt(firstSeq),
      lastSeq: BigInt(lastSeq),
      untilOffsetMs: BigInt(untilMs - startMs),
    })),
    clockShiftMs: BigInt(window.shiftMs),
    sdk: chunks[0]?.row.sdk,
  };
}

function maskedOf(rows: readonly ChunkRow[]): Record<string, bigint> {
  const total = (place: string) => rows.reduce((sum, { masked }) => sum + Number(masked[place] ?? 0), 0);
  return Object.fromEntries(MASKED_PLACES.map((place) => [place, BigInt(total(place))]));
}
