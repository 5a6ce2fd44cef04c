import type { KeysResolveResponse } from '@svc/contract';
import { TOPICS } from '@svc/event-log';
import { blockKey, chunkHeaders, encodeChunk, sealBlock, type RecordedSession } from '@svc/recordings';
import { clockShift, guessPlace, MAX_REQUEST_BYTES, type ChunkPlace, type PreparedChunk } from '@svc/replay';
import { ServiceError, unavailable } from '@svc/service-error';
import { expandBody } from '../capture/expand.js';
import type { Reservation } from '../receive/admission.js';
import { appendOnce, requestHash, type OnceStores } from '../receive/append-once.js';
import type { Quota } from '../receive/quota.js';
import type { BodyOwner } from '../receive/worker-pool.js';
import type { OpenRecording, RecordedSessions } from './recorded-sessions.js';
import type { PrepareReplay } from './replay-pool.js';
import { ReplayStates, type ReplayAnswer, type SessionState } from './window-state.js';

/** A session ends this long after its first chunk, and this long after the person was active last, in milliseconds. */
const MAX_SESSION_MS = 24 * 3_600_000;
const MAX_IDLE_MS = 30 * 60_000;
/** Bytes of redacted events of a session. */
const MAX_SESSION_BYTES = 200 * 1024 * 1024;

export interface ReplayRequestBody {
  readonly key: KeysResolveResponse;
  /** As received, still compressed. */
  readonly body: Buffer;
  readonly contentEncoding: string | undefined;
  readonly reservation: Reservation;
}

export interface ReplayReceiverOptions extends OnceStores {
  readonly prepare: PrepareReplay;
  readonly sessions: RecordedSessions;
  /** No limit if undefined. */
  readonly quota?: Quota;
  readonly maxExpandedBytes: number;
  /** Whether there is an object store; recordings are refused without one. */
  readonly hasObjects: boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Handles chunks of recordings. A chunk is redacted and encrypted before it is durable, and either durable or refused as a whole. */
export class ReplayReceiver {
  readonly #states: ReplayStates;

  constructor(private readonly options: ReplayReceiverOptions) {
    this.#states = new ReplayStates(options.cache);
  }

  /**
   * Resolves once the chunk is durable, or its session is closed.
   *
   * @throws ServiceError idempotency_conflict if another chunk has its place.
   */
  async accept({ key, body, contentEncoding, reservation }: ReplayRequestBody): Promise<ReplayAnswer> {
    const { quota, maxExpandedBytes, hasObjects } = this.options;
    if (!hasObjects) throw unavailable(new Error('recordings need an object store: set SVC_OBJECTS_S3_BUCKET'));
    const { project } = key;
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });
    // Also for publishable keys, which recorders have: the first snapshot of a large page has several megabytes.
    const maxBytes = Math.min(maxExpandedBytes, MAX_REQUEST_BYTES);
    const expanded = await expandBody(body, contentEncoding, { maxBytes, reservation });
    await quota?.consume(project, expanded.byteLength);
    const hash = requestHash(expanded);
    const owner = { projectNumber: project.number, keyId: key.keyId };
    const repeated = await this.#answered(project.number, guessPlace(expanded), hash);
    if (repeated) return repeated;
    const chunk = await this.#prepare(owner, expanded);
    const { place } = chunk;
    reservation.grow(chunk.content.byteLength);

    const retentionDays = project.signalRetentionDays['replay'] ?? project.retentionDays;
    const before = await this.#states.session(project.number, place);
    const opened = { projectNumber: project.number, sessionId: place.sessionId, retentionDays };
    const session = await this.options.sessions.open(opened, before === undefined);
    const closed = this.#closed(session, before);
    if (closed) return { accepted: 0, masked: {}, need_snapshot: false, closed };

    if ((await this.#states.claim(project.number, place, hash)) !== hash) throw placeTaken();
    const answered = await this.#answered(project.number, place, hash);
    if (answered) return answered;
    await this.#append({ ...opened, ...session }, key, chunk, { bytes: expanded.byteLength, reservation });
    const answer = toAnswer(chunk);
    await this.#remember(project.number, chunk, before, { hash, answer });
    return answer;
  }

  /** The answer to an earlier request with the same bytes. */
  async #answered(projectNumber: number, place: ChunkPlace, hash: string): Promise<ReplayAnswer | undefined> {
    const claimed = await this.#states.claimed(projectNumber, place);
    return claimed?.hash === hash ? claimed.answer : undefined;
  }

  /** The place of a request is known only when it is read, and reading it depends on what is known of the window at its place. */
  async #prepare(owner: BodyOwner, body: Buffer): Promise<PreparedChunk> {
    let place = guessPlace(body);
    for (let attempt = 0; attempt < 2; attempt++) {
      const window = await this.#states.window(owner.projectNumber, place);
      const nodes = window?.nextSeq === place.seq ? window.nodes : undefined;
      const prepared = await this.options.prepare(owner, body, { place, nodes });
      if (prepared.content) return prepared;
      ({ place } = prepared);
    }
    throw new ServiceError('internal', { cause: new Error('a chunk has two places') });
  }

  #closed({ key, startedAtMs }: OpenRecording, before: SessionState | undefined): ReplayAnswer['closed'] | undefined {
    const now = this.options.clock();
    if (key === undefined) return 'deleted';
    if (now - startedAtMs > MAX_SESSION_MS) return 'ended';
    if (!before) return undefined;
    if (before.bytes > MAX_SESSION_BYTES) return 'too_long';
    return now - before.activeAtMs > MAX_IDLE_MS ? 'ended' : undefined;
  }

  async #append(
    session: RecordedSession & OpenRecording,
    { logKey }: KeysResolveResponse,
    { content, nodes: _, ...chunk }: PreparedChunk,
    { bytes, reservation }: { readonly bytes: number; readonly reservation: Reservation },
  ): Promise<void> {
    const { projectNumber, startedAtMs, retentionDays, key = '' } = session;
    const { place } = chunk;
    const receivedAtMs = this.options.clock();
    const objectKey = blockKey(session, place, requestHash(content));
    const difference = chunk.sentAtMs === undefined ? undefined : receivedAtMs - chunk.sentAtMs;
    const value = encodeChunk({
      ...chunk,
      projectNumber,
      retentionDays,
      startedAtMs,
      receivedAtMs,
      clockShiftMs: await this.#states.decideShift(projectNumber, place, clockShift(difference)),
      objectKey,
      block: await sealBlock(content, key, objectKey),
    });
    reservation.accept(value.byteLength);
    const hash = requestHash(JSON.stringify([place.sessionId, place.windowId, place.seq]));
    await appendOnce(this.options, {
      topic: TOPICS.replay,
      projectNumber,
      logKey,
      hash,
      value,
      headers: chunkHeaders({ projectNumber, receivedAtMs, hash, bytes }),
    });
  }

  async #remember(
    projectNumber: number,
    { place, nodes, bytes, description }: PreparedChunk,
    session: SessionState | undefined,
    claimed: { readonly hash: string; readonly answer: ReplayAnswer },
  ): Promise<void> {
    const now = this.options.clock();
    const isActive = !session || description.activity.length > 0;
    await Promise.all([
      this.#states.keepWindow(projectNumber, place, { nextSeq: place.seq + 1, nodes }),
      this.#states.keepSession(projectNumber, place, {
        bytes: (session?.bytes ?? 0) + bytes,
        activeAtMs: isActive ? now : session.activeAtMs,
      }),
      this.#states.keepAnswer(projectNumber, place, claimed),
    ]);
  }
}

function toAnswer({ description, nodes }: PreparedChunk): ReplayAnswer {
  return { accepted: description.events, masked: description.masked, need_snapshot: !nodes.isWhole };
}

function placeTaken(): ServiceError {
  const message = 'seq: another chunk of this window has this number; a retry must have the same bytes';
  return new ServiceError('idempotency_conflict', { message });
}
