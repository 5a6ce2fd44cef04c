import type { KeysResolveResponse } from '@svc/contract';
import { recordHeaders, TOPIC_BY_SIGNAL } from '@svc/event-log';
import { releaseExpanded, type ContentEncoding, type Signal, type SkimResult } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import type { Reservation } from './admission.js';
import { appendOnce, requestHash, type OnceStores } from './append-once.js';
import { expand } from './body.js';
import type { Prepare } from './prepare.js';
import type { Quota } from './quota.js';

export interface ExportRequest {
  readonly signal: Signal;
  readonly key: KeysResolveResponse;
  /** The body as received, still compressed. */
  readonly body: Buffer;
  readonly encoding: ContentEncoding;
  readonly format: 'protobuf' | 'json';
  readonly reservation: Reservation;
}

export interface ReceiverOptions extends OnceStores {
  readonly prepare: Prepare;
  /** No limit if undefined. */
  readonly quota?: Quota;
  readonly maxExpandedBytes: number;
  readonly now?: () => bigint;
}

/** Accepts export requests. A request is either durable or refused as a whole. */
export class Receiver {
  constructor(private readonly options: ReceiverOptions) {}

  /** Resolves once the request is durable, with the number of rejected items. Every other failure is a ServiceError. */
  async accept(request: ExportRequest): Promise<SkimResult> {
    const { signal, key, body, encoding, format, reservation } = request;
    const { prepare, quota, maxExpandedBytes } = this.options;
    const project = key.project;
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });

    const maxBytes = reservation.limitBody(maxExpandedBytes);
    const expanded = await expand(body, encoding, { maxBytes, reservation });
    await quota?.consume(project, expanded.byteLength);
    const receivedAtNs = (this.options.now ?? epochNs)();
    const retentionDays = project.signalRetentionDays[signal] ?? project.retentionDays;
    const context = { receivedAtNs, retentionDays };
    const owner = { projectNumber: project.number, keyId: key.keyId };
    const { skimmed, transcoded } = await prepare(owner, signal, format, expanded, context);
    if (transcoded) reservation.grow(transcoded.byteLength);
    if (expanded !== body) {
      reservation.grow(-expanded.byteLength);
      releaseExpanded(expanded);
    }
    // Rejected items are recorded in the event log too, because only its records are counted exactly once.
    if (skimmed.accepted + skimmed.rejected === 0) return skimmed;

    const hash = requestHash(signal, body);
    const value = transcoded ?? body;
    reservation.accept(value.byteLength);
    await appendOnce(this.options, {
      topic: TOPIC_BY_SIGNAL[signal],
      projectNumber: project.number,
      logKey: key.logKey,
      hash,
      // Protobuf is stored as received; JSON is stored as the protobuf transcoded from it.
      value,
      headers: recordHeaders({
        projectNumber: project.number,
        retentionDays,
        receivedAtNs,
        encoding: transcoded ? 'identity' : encoding,
        hash,
        redacts: key.redactsTelemetry,
      }),
    });
    return skimmed;
  }
}

function epochNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
