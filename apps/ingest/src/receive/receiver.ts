import type { KeysResolveResponse } from '@svc/contract';
import { recordHeaders, TOPIC_BY_SIGNAL } from '@svc/event-log';
import { releaseExpanded, type ContentEncoding, type Signal } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import type { Reservation } from './admission.js';
import { appendOnce, requestHash, type OnceStores } from './append-once.js';
import { expand } from './body.js';
import { isForeign, plainSize, type BodyFormat } from './formats.js';
import { retentionOf, type PreparedPart } from './prepare-body.js';
import type { Prepare } from './prepare.js';
import type { Quota } from './quota.js';
import { toReceipt, type Receipt } from './receipt.js';

export interface ExportRequest {
  /** The signal of a body of OTLP, and of a foreign format that has one signal only. */
  readonly signal: Signal;
  readonly key: KeysResolveResponse;
  /** The body as received, still compressed. */
  readonly body: Buffer;
  readonly encoding: ContentEncoding;
  readonly format: BodyFormat;
  readonly reservation: Reservation;
}

type ResolvedProject = NonNullable<KeysResolveResponse['project']>;

export interface ReceiverOptions extends OnceStores {
  readonly prepare: Prepare;
  /** No limit if undefined. */
  readonly quota?: Quota;
  readonly maxExpandedBytes: number;
  readonly now?: () => bigint;
}

/**
 * Accepts export requests. A request is either durable or refused as a whole. If only some of the requests of OTLP that it stands for could
 * be appended, it is refused, and its repetition appends the others.
 */
export class Receiver {
  constructor(private readonly options: ReceiverOptions) {}

  /** Resolves once the request is durable, with the number of rejected items. Every other failure is a ServiceError. */
  async accept(request: ExportRequest): Promise<Receipt> {
    const { signal, key, body, encoding, format, reservation } = request;
    const { prepare, quota, maxExpandedBytes } = this.options;
    const project = key.project;
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });

    const maxBytes = reservation.limitBody(maxExpandedBytes);
    const expanded = await expand(body, encoding, { maxBytes, reservation });
    const plainBytes = plainSize(format, expanded);
    if (plainBytes > maxBytes) throw new ServiceError('payload_too_large');
    // A format that is compressed itself is decompressed while it is prepared.
    const heldBytes = Math.max(0, plainBytes - expanded.byteLength);
    reservation.grow(heldBytes);
    await quota?.consume(project, plainBytes);
    const receivedAtNs = (this.options.now ?? epochNs)();
    const { retentionDays, signalRetentionDays } = project;
    const context = { receivedAtNs, retentionDays, signalRetentionDays };
    const owner = { projectNumber: project.number, keyId: key.keyId };
    const prepared = await prepare(owner, signal, format, expanded, context, { maxBytes });
    reservation.grow(-heldBytes);
    if (prepared.transcoded) reservation.grow(prepared.transcoded.byteLength);
    for (const { transcoded } of prepared.others ?? []) reservation.grow(transcoded?.byteLength ?? 0);
    if (expanded !== body) {
      reservation.grow(-expanded.byteLength);
      releaseExpanded(expanded);
    }
    await this.#append(request, project, prepared, receivedAtNs);
    for (const part of prepared.others ?? []) await this.#append(request, project, part, receivedAtNs);
    return toReceipt(prepared);
  }

  /** Rejected items are recorded in the event log too, because only its records are counted exactly once. */
  async #append(
    { key, body, encoding, format, reservation }: ExportRequest,
    project: ResolvedProject,
    { signal, skimmed, transcoded }: PreparedPart,
    receivedAtNs: bigint,
  ): Promise<void> {
    if (skimmed.accepted + skimmed.rejected === 0) return;
    const hash = requestHash(...(isForeign(format) ? [signal, format] : [signal]), body);
    const value = transcoded ?? body;
    reservation.accept(value.byteLength);
    await appendOnce(this.options, {
      topic: TOPIC_BY_SIGNAL[signal],
      projectNumber: project.number,
      logKey: key.logKey,
      hash,
      // Protobuf of OTLP is stored as received; everything else as the protobuf that it was translated to.
      value,
      headers: recordHeaders({
        projectNumber: project.number,
        retentionDays: retentionOf(project, signal),
        receivedAtNs,
        encoding: transcoded ? 'identity' : encoding,
        hash,
        redacts: key.redactsTelemetry,
      }),
    });
  }
}

function epochNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
