import { randomUUID } from 'node:crypto';
import { captureHeaders, type CaptureError, type CaptureWarning, type ForeignWire } from '@svc/capture';
import type { KeysResolveResponse } from '@svc/contract';
import { TOPICS } from '@svc/event-log';
import { ServiceError } from '@svc/service-error';
import type { Reservation } from '../receive/admission.js';
import { appendOnce, requestHash, type OnceStores } from '../receive/append-once.js';
import type { Quota } from '../receive/quota.js';
import type { PrepareCapture } from './capture-pool.js';
import { expandBody } from './expand.js';

export interface CaptureRequest {
  readonly key: KeysResolveResponse;
  /** The body as received, still compressed. */
  readonly body: Buffer;
  readonly contentEncoding: string | undefined;
  readonly reservation: Reservation;
  /** The format of the body; our own if absent. */
  readonly wire?: ForeignWire | undefined;
}

export interface CaptureResult {
  readonly accepted: number;
  readonly errors: readonly CaptureError[];
  readonly warnings: readonly CaptureWarning[];
}

export interface CaptureReceiverOptions extends OnceStores {
  readonly prepare: PrepareCapture;
  /** No limit if undefined. */
  readonly quota?: Quota;
  readonly maxExpandedBytes: number;
}

/** Handles capture requests: every event is either accepted and durable, or rejected. */
export class CaptureReceiver {
  constructor(private readonly options: CaptureReceiverOptions) {}

  /** Resolves once the accepted events are durable. Rejected events are part of the result; every other failure is a ServiceError. */
  async accept({ key, body, contentEncoding, reservation, wire }: CaptureRequest): Promise<CaptureResult> {
    const { prepare, quota, maxExpandedBytes } = this.options;
    const project = key.project;
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });

    const maxBytes = reservation.limitBody(maxExpandedBytes);
    const expanded = await expandBody(body, contentEncoding, { maxBytes, reservation });
    await quota?.consume(project, expanded.byteLength);
    const receivedAtMs = Date.now();
    const retentionDays = project.signalRetentionDays['events'] ?? project.retentionDays;
    const context = {
      receivedAtNs: BigInt(receivedAtMs) * 1_000_000n,
      retentionDays,
      isPublishable: key.publishable,
      wire,
    };
    const owner = { projectNumber: project.number, keyId: key.keyId };
    const { accepted, errors, warnings, record, isRepeatable } = await prepare(owner, expanded, context);
    reservation.grow(record.byteLength);
    reservation.accept(record.byteLength);

    const hash = isRepeatable ? requestHash(expanded) : randomUUID();
    await appendOnce(this.options, {
      topic: TOPICS.capture,
      projectNumber: project.number,
      logKey: key.logKey,
      hash,
      isRepeatable,
      value: record,
      headers: captureHeaders({
        projectNumber: project.number,
        projectId: project.id,
        retentionDays,
        receivedAtMs,
        hash,
        bytes: expanded.byteLength,
        isFromServer: !key.publishable,
        rejected: countByCode(errors),
      }),
    });
    return { accepted, errors, warnings };
  }
}

function countByCode(errors: readonly CaptureError[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of errors) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
