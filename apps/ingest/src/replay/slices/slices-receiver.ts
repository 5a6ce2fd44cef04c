import { setImmediate } from 'node:timers/promises';
import type { Cache } from '@svc/cache';
import type { KeysResolveResponse } from '@svc/contract';
import type { ContentEncoding, PartialSuccess } from '@svc/otlp';
import { MAX_REQUEST_BYTES, memoryOfSlices, type PagePlace, type SlicedChunk, type WaitingEvent } from '@svc/replay';
import { ServiceError } from '@svc/service-error';
import type { Reservation } from '../../receive/admission.js';
import { expand } from '../../receive/body.js';
import type { Quota } from '../../receive/quota.js';
import { ChunkClaims, type ReplayAnswer } from '../chunk-claims.js';
import type { ReplayReceiver } from '../replay-receiver.js';
import { IncompleteEvents } from './incomplete-events.js';
import { Rejections, type Reason } from './rejections.js';
import type { PrepareSlices } from './slices-pool.js';
import { WaitingSlices } from './waiting-slices.js';

export interface SlicesRequest {
  readonly key: KeysResolveResponse;
  /** As received, still compressed. */
  readonly body: Buffer;
  readonly encoding: ContentEncoding;
  readonly format: 'protobuf' | 'json';
  readonly reservation: Reservation;
}

export interface SlicesReceiverOptions {
  readonly receiver: Pick<ReplayReceiver, 'acceptExpanded' | 'openSession'>;
  readonly prepare: PrepareSlices;
  readonly cache: Cache;
  /** No limit if undefined. */
  readonly quota?: Quota;
  readonly maxExpandedBytes: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Handles log records that hold slices of the events of recordings. Events become chunks as if a recorder of ours had sent them, so they
 * are redacted and encrypted before they are durable.
 */
export class SlicesReceiver {
  readonly #claims: ChunkClaims;
  readonly #waiting: WaitingSlices;
  readonly #incomplete: IncompleteEvents;

  constructor(private readonly options: SlicesReceiverOptions) {
    const { cache, clock } = options;
    this.#claims = new ChunkClaims(cache);
    this.#waiting = new WaitingSlices(cache);
    this.#incomplete = new IncompleteEvents(cache, clock);
  }

  /**
   * Resolves once all events are durable that are complete.
   *
   * @returns what was rejected, undefined if nothing was.
   * @throws ServiceError for a failure that a retry of the whole request may get past, and for a malformed request.
   */
  async accept({ key, body, encoding, format, reservation }: SlicesRequest): Promise<PartialSuccess | undefined> {
    const { prepare, quota, maxExpandedBytes } = this.options;
    const { project } = key;
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });
    const maxBytes = Math.min(maxExpandedBytes, MAX_REQUEST_BYTES);
    const expanded = await expand(body, encoding, { maxBytes, reservation });
    await quota?.consume(project, expanded.byteLength);
    const owner = { projectNumber: project.number, keyId: key.keyId };
    const expandedBytes = expanded.byteLength;
    const read = await prepare(owner, format, expanded);
    reservation.grow(memoryOfSlices(read).reduce((sum, { byteLength }) => sum + byteLength, -expandedBytes));
    const rejections = new Rejections(read.rejected);
    const sender = { key, reservation, projectNumber: project.number, rejections };
    const parts = [...read.chunks, ...read.waiting];
    for (const ofPage of Map.groupBy(parts, pageName).values()) {
      const [page] = ofPage;
      if (page) await this.#reportLost(sender, page);
      // In order, because what is redacted in a chunk depends on the one before it.
      for (const part of ofPage.toSorted((a, b) => a.seq - b.seq)) {
        if ('body' in part) await this.#acceptChunk(sender, part);
        else await this.#acceptSlices(sender, part);
        // The cache of a single process answers at once, so nothing else would run before the last part.
        await setImmediate();
      }
    }
    return rejections.partialSuccess();
  }

  /** Stores a chunk, and gives back the bytes of its body. @param unreservedBytes those that the reservation does not have yet. */
  async #acceptChunk(sender: Sender, { body, numbers, records }: UnplacedChunk, unreservedBytes = 0) {
    const { key, reservation } = sender;
    const bytes = body.byteLength;
    const expanded = Buffer.from(body.buffer, body.byteOffset, bytes);
    try {
      reservation.grow(unreservedBytes);
      const { closed } = await this.options.receiver
        .acceptExpanded({ key, expanded, numbers, reservation })
        .finally(() => reservation.grow(-bytes));
      if (closed) sender.rejections.add(CLOSED[closed], records);
    } catch (error) {
      sender.rejections.add(reasonOf(error), records);
    }
  }

  async #acceptSlices(sender: Sender, event: WaitingEvent): Promise<void> {
    const { key, projectNumber, rejections } = sender;
    const records = event.pieces.length;
    if (await this.#isStored(projectNumber, event)) return;
    const { recording, closed } = await this.options.receiver.openSession(key, event.sessionId);
    if (closed || recording.key === undefined) return rejections.add(CLOSED[closed ?? 'deleted'], records);
    const owner = { projectNumber, key: recording.key };
    const added = await this.#waiting.add(owner, event);
    if (added === 'too_many') return rejections.add('too_many_waiting', records);
    if (added === 'waiting') return this.#incomplete.add(projectNumber, event);
    await this.#acceptChunk(sender, { body: added, numbers: 1, records: event.total }, added.byteLength);
    await Promise.all([this.#waiting.drop(owner, event), this.#incomplete.remove(projectNumber, event)]);
  }

  /** Counts the slices whose others never came, which were accepted earlier. */
  async #reportLost({ projectNumber, rejections }: Sender, page: PagePlace): Promise<void> {
    for (const { seq, records } of await this.#incomplete.takeLost(projectNumber, page))
      if (!(await this.#isStored(projectNumber, { ...page, seq }))) rejections.add('incomplete_event', records);
  }

  async #isStored(projectNumber: number, { sessionId, windowId, seq }: PagePlace & { readonly seq: number }) {
    const claimed = await this.#claims.find(projectNumber, { sessionId, windowId, seq });
    return claimed?.answer !== undefined;
  }
}

type UnplacedChunk = Omit<SlicedChunk, keyof PagePlace | 'seq'>;

interface Sender {
  readonly key: KeysResolveResponse;
  readonly reservation: Reservation;
  readonly projectNumber: number;
  readonly rejections: Rejections;
}

const CLOSED: Readonly<Record<NonNullable<ReplayAnswer['closed']>, Reason>> = {
  deleted: 'recording_deleted',
  ended: 'recording_ended',
  too_long: 'recording_too_long',
};

const pageName = ({ sessionId, windowId }: PagePlace): string => JSON.stringify([sessionId, windowId]);

/** The reason why a chunk is refused for good. @throws the error if a retry may be accepted. */
function reasonOf(error: unknown): Reason {
  const code = error instanceof ServiceError ? error.code : undefined;
  if (code === 'invalid_request') return 'invalid_event';
  if (code === 'payload_too_large') return 'event_too_large';
  if (code === 'idempotency_conflict') return 'number_taken';
  throw error;
}
