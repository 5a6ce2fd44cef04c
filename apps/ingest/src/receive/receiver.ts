import { createHash } from 'node:crypto';
import type { Cache } from '@svc/cache';
import type { KeysResolveResponse } from '@svc/contract';
import { ServiceError } from '@svc/errors';
import { recordHeaders, TOPIC_OF, type EventLog } from '@svc/event-log';
import { releaseExpanded, type ContentEncoding, type Signal, type SkimResult } from '@svc/otlp';
import type { Reservation } from './admission.js';
import { expand } from './body.js';
import type { Prepare } from './prepare.js';
import type { Quota } from './quota.js';

/** A retry of an accepted request is recognised for this long. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

export interface ExportRequest {
  readonly signal: Signal;
  readonly key: KeysResolveResponse;
  /** As it came over the wire. */
  readonly body: Buffer;
  readonly encoding: ContentEncoding;
  readonly format: 'protobuf' | 'json';
  readonly reservation: Reservation;
}

export interface ReceiverOptions {
  readonly eventLog: EventLog;
  /** Remembers the hashes of accepted requests; losing it only means that a retry is recognised later, by the sink. */
  readonly cache: Cache;
  readonly prepare: Prepare;
  /** No limit where absent. */
  readonly quota?: Quota;
  readonly maxExpandedBytes: number;
  readonly now?: () => bigint;
}

/** What one request becomes: accepted and on disk, or refused without a trace. */
export class Receiver {
  constructor(private readonly options: ReceiverOptions) {}

  /** Resolves once the request is durable; the result counts what was rejected. Everything else is a ServiceError. */
  async accept(request: ExportRequest): Promise<SkimResult> {
    const { signal, key, body, encoding, format, reservation } = request;
    const { eventLog, cache, prepare, quota, maxExpandedBytes } = this.options;
    const project = key.project;
    if (!project) throw new ServiceError('internal', { cause: new Error('an accepted key has no project') });

    const expanded = await expand(body, encoding, { maxBytes: maxExpandedBytes, reservation });
    await quota?.take(project.id, expanded.byteLength);
    const receivedAtNs = (this.options.now ?? epochNs)();
    const context = { receivedAtNs, retentionDays: project.retentionDays };
    const { skimmed, transcoded } = await prepare(signal, format, expanded, context);
    if (transcoded) reservation.grow(transcoded.byteLength);
    if (expanded !== body) {
      reservation.grow(-expanded.byteLength);
      releaseExpanded(expanded);
    }
    // What was rejected is logged too, to be counted: only the log is counted exactly once.
    if (skimmed.accepted + skimmed.rejected === 0) return skimmed;

    const hash = createHash('sha256').update(signal).update(body).digest('hex').slice(0, 32);
    const cacheKey = `ingest:${project.number}:${hash}`;
    if ((await cache.get(cacheKey)) !== undefined) return skimmed;
    await eventLog.append(TOPIC_OF[signal], {
      // Identical requests meet in one partition, where the sink sees the second one.
      key: `${project.number}/${hash}`,
      // Protobuf is kept as it came; what came as JSON is kept as the protobuf made from it.
      value: transcoded ?? body,
      headers: recordHeaders({
        projectNumber: project.number,
        retentionDays: project.retentionDays,
        receivedAtNs,
        encoding: transcoded ? 'identity' : encoding,
        hash,
      }),
    });
    await cache.set(cacheKey, '1', DUPLICATE_WINDOW_MS);
    return skimmed;
  }
}

function epochNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
