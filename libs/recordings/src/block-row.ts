import type { WrittenRow } from '@svc/otlp/native';
import { MASKED_PLACES, RULES_VERSION } from '@svc/replay';
import type { REPLAY_BLOCKS } from '@svc/tables';
import type { ChunkRecord } from './record.js';

const NS_PER_MS = 1_000_000n;

/** The row of a chunk. */
export function toBlockRow(chunk: ChunkRecord): WrittenRow<typeof REPLAY_BLOCKS> {
  const { place, description, receivedAtMs, sentAtMs } = chunk;
  return {
    project_number: chunk.projectNumber,
    retention_days: chunk.retentionDays,
    timestamp: BigInt(chunk.startedAtMs) * NS_PER_MS,
    session_id: place.sessionId,
    window_id: place.windowId,
    seq: place.seq,
    ingested_at: BigInt(receivedAtMs),
    distinct_id: chunk.distinctId,
    object_key: chunk.objectKey,
    events: description.events,
    bytes: chunk.bytes,
    stored_bytes: chunk.block.byteLength,
    first_ms: toMs(description.firstMs),
    last_ms: toMs(description.lastMs),
    clock_difference_ms: sentAtMs === undefined ? null : BigInt(receivedAtMs - sentAtMs),
    clock_shift_ms: BigInt(chunk.clockShiftMs),
    snapshots: description.snapshots.map(toMs),
    urls: description.urls,
    clicks: description.clicks,
    inputs: description.inputs,
    console_errors: description.consoleErrors,
    network_errors: description.networkErrors,
    active_from: description.activity.map(({ from }) => toMs(from)),
    active_to: description.activity.map(({ to }) => toMs(to)),
    masked: Object.fromEntries(MASKED_PLACES.map((place) => [place, BigInt(description.masked[place] ?? 0)])),
    rules_version: RULES_VERSION,
    sdk: chunk.sdk,
    release: chunk.release,
    environment: chunk.environment,
    numbers: chunk.numbers ?? 1,
  };
}

const toMs = (time: number): bigint => BigInt(Math.floor(time));
