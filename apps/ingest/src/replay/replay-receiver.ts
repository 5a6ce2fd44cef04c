import type { KeysResolveResponse } from '@svc/contract';
import {
  afterGap,
  guessPlace,
  MAX_REQUEST_BYTES,
  type ChunkPlace,
  type PreparedChunk,
  type RedactionSettings,
} from '@svc/replay';
import { ServiceError, unavailable } from '@svc/service-error';
import { expandBody } from '../capture/expand.js';
import type { Reservation } from '../receive/admission.js';
import type { OnceStores } from '../receive/append-once.js';
import type { Quota } from '../receive/quota.js';
import type { BodyOwner } from '../receive/worker-pool.js';
import { appendChunk } from './append-chunk.js';
import { ChunkClaims, type ClaimedPlace, type ReplayAnswer } from './chunk-claims.js';
import type { RecordedSessions } from './recorded-sessions.js';
import type { PrepareReplay } from './replay-pool.js';
import type { ReplayWork } from './replay-work.js';
import { SESSION_LIMITS, SessionCounts, type SessionLimits } from './session-counts.js';
import { MAX_IDLE_MS, toClosed, whenMade, whyClosed } from './session-end.js';
import { ReplayStates } from './window-state.js';

export interface ReplayRequestBody {
  readonly key: KeysResolveResponse;
  /** As received, still compressed. */
  readonly body: Buffer;
  readonly contentEncoding: string | undefined;
  readonly reservation: Reservation;
}

/** A body after decompression, whose bytes are in the reservation of its request. */
export interface ReceivedBody {
  readonly owner: BodyOwner;
  readonly expanded: Buffer;
}

/** A body that was decompressed, and counted in the quota of its project. */
export interface ExpandedReplayBody {
  readonly key: KeysResolveResponse;
  readonly expanded: Buffer;
  /** How many numbers of its window the chunk takes, from `seq` on; 1 by default. */
  readonly numbers?: number;
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
  /** The limits of one session; `SESSION_LIMITS` by default. */
  readonly limits?: SessionLimits;
}

type ChunkSender = Pick<ReplayRequestBody, 'key' | 'reservation'>;
type ReadChunk = Extract<ReplayWork, { readonly found: 'chunk' }>;

/** What is known of a chunk beside its body. */
export interface ChunkOrigin {
  readonly requestBytes: number;
  /** The place of the chunk, and those that it may have instead. */
  readonly places: readonly ChunkPlace[];
  /** How many numbers of its window the chunk takes, from `seq` on; 1 by default. */
  readonly numbers?: number | undefined;
  /** Keeps what is known of the window afterwards; by default for the chunk with the next number. */
  readonly keep?: (chunk: PreparedChunk) => Promise<void>;
}

/** Handles chunks of recordings. A chunk is redacted and encrypted before it is durable, and either durable or refused as a whole. */
export class ReplayReceiver {
  readonly #states: ReplayStates;
  readonly #claims: ChunkClaims;
  readonly #counts: SessionCounts;

  constructor(private readonly options: ReplayReceiverOptions) {
    const { cache, limits = SESSION_LIMITS } = options;
    this.#states = new ReplayStates(cache);
    this.#claims = new ChunkClaims(cache);
    this.#counts = new SessionCounts(cache, limits);
  }

  /**
   * Resolves once the chunk is durable, or its session is closed.
   *
   * @throws ServiceError idempotency_conflict if another chunk has its place.
   */
  async accept(request: ReplayRequestBody): Promise<ReplayAnswer> {
    const { key, reservation } = request;
    const { expanded } = await this.receive(request);
    return this.acceptExpanded({ key, expanded, reservation });
  }

  /** Admits a request and decompresses its body. */
  async receive({ key, body, contentEncoding, reservation }: ReplayRequestBody): Promise<ReceivedBody> {
    const { quota, maxExpandedBytes } = this.options;
    const project = this.#projectOf(key);
    // Also for publishable keys, which recorders have: the first snapshot of a large page has several megabytes.
    const maxBytes = Math.min(maxExpandedBytes, MAX_REQUEST_BYTES);
    const expanded = await expandBody(body, contentEncoding, { maxBytes, reservation });
    await quota?.consume(project, expanded.byteLength);
    return { owner: ownerOf(key, project), expanded };
  }

  /** Like `accept`, for a body that may be the translation of another one. A large one is moved to a thread. */
  async acceptExpanded({ key, expanded, numbers, reservation }: ExpandedReplayBody): Promise<ReplayAnswer> {
    const requestBytes = expanded.byteLength;
    const work = await this.#prepare(key, ownerOf(key, this.#projectOf(key)), expanded);
    if ('answer' in work) return work.answer;
    return this.store({ key, reservation }, work, { requestBytes, places: [work.chunk.place], numbers });
  }

  /** Stores a chunk that was redacted, unless its session is closed. @throws ServiceError idempotency_conflict if its place is taken. */
  async store({ key, reservation }: ChunkSender, work: ReadChunk, origin: ChunkOrigin): Promise<ReplayAnswer> {
    const { hash, contentHash } = work;
    const { place } = work.chunk;
    const project = this.#projectOf(key);
    reservation.grow(work.chunk.content.byteLength);

    const { opened, recording, activeAtMs, closed } = await this.openSession(key, place.sessionId);
    const receivedAtMs = this.options.clock();
    if (closed) return toClosed(closed);
    const { sentAtMs } = work.chunk;
    const difference = sentAtMs === undefined ? undefined : receivedAtMs - sentAtMs;
    const clockShiftMs = await this.#counts.enterWindow(project.number, place, difference);
    const madeAtMs = whenMade(sentAtMs, clockShiftMs, { activeAtMs, receivedAtMs });
    if (activeAtMs !== undefined && madeAtMs - activeAtMs > MAX_IDLE_MS) return toClosed('ended');
    if (clockShiftMs === undefined) return toClosed('too_long');

    const claimed = await this.#take(project.number, origin.places, hash);
    if (claimed.answer) return claimed.answer;
    const chunk = { ...work.chunk, place: claimed.place };
    const isWithin = await this.#counts.addChunk(project.number, place, claimed.isFirst ? chunk.bytes : undefined);
    if (!isWithin) return toClosed('too_long');
    const session = { ...opened, ...recording };
    const { requestBytes, numbers = 1 } = origin;
    const { logKey } = key;
    const appended = { session, chunk, numbers, contentHash, receivedAtMs, clockShiftMs };
    await appendChunk(this.options, { ...appended, requestBytes, logKey, reservation });
    const answer = toAnswer(chunk);
    const nextSeq = chunk.place.seq + numbers;
    const isActive = activeAtMs === undefined || chunk.description.activity.length > 0;
    await Promise.all([
      origin.keep?.(chunk) ?? this.#states.keepWindow(project.number, chunk.place, { nextSeq, nodes: chunk.nodes }),
      isActive && this.#states.keepActiveAt(project.number, place, madeAtMs),
      this.#claims.answer(project.number, chunk.place, hash, answer),
    ]);
    return answer;
  }

  /** Takes the first place that no other request has. */
  async #take(
    projectNumber: number,
    places: readonly ChunkPlace[],
    hash: string,
  ): Promise<ClaimedPlace & { readonly place: ChunkPlace; readonly isFirst: boolean }> {
    for (const place of places) {
      const claimed = await this.#claims.take(projectNumber, place, hash);
      if (claimed.hash === hash) return { ...claimed, place };
    }
    throw placeTaken();
  }

  /**
   * Opens the recording of a session, which begins with this if there is none.
   *
   * @throws ServiceError rate_limited if too many sessions begin.
   */
  async openSession(key: KeysResolveResponse, sessionId: string) {
    const project = this.#projectOf(key);
    const retentionDays = project.signalRetentionDays['replay'] ?? project.retentionDays;
    const activeAtMs = await this.#states.activeAt(project.number, { sessionId });
    const opened = { projectNumber: project.number, sessionId, retentionDays };
    const publishableKeyId = key.publishable ? key.keyId : undefined;
    const recording = await this.options.sessions.open(opened, { isNew: activeAtMs === undefined, publishableKeyId });
    return { opened, recording, activeAtMs, closed: whyClosed(recording, this.options.clock()) };
  }

  #projectOf({ project }: KeysResolveResponse) {
    if (!this.options.hasObjects)
      throw unavailable(new Error('recordings need an object store: set SVC_OBJECTS_S3_BUCKET'));
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });
    return project;
  }

  /**
   * Reads, redacts and packs a body. Its place is known only when it is read, and reading it depends on what is known of the window at its
   * place, so the place is guessed first.
   *
   * @returns the answer to an earlier request with the same bytes, if there was one.
   */
  async #prepare(
    key: KeysResolveResponse,
    owner: BodyOwner,
    sent: Buffer,
  ): Promise<ReadChunk | { readonly answer: ReplayAnswer }> {
    const { projectNumber } = owner;
    const settings = keptBy(key);
    let body: Uint8Array = sent;
    let place = guessPlace(body);
    for (let attempt = 0; attempt < 2; attempt++) {
      const [window, claimed] = await Promise.all([
        this.#states.window(projectNumber, place),
        this.#claims.find(projectNumber, place),
      ]);
      const nodes = window && (window.nextSeq === place.seq ? window.nodes : afterGap(window.nodes));
      const answer = claimed?.answer;
      const work = await this.options.prepare(owner, body, {
        place,
        nodes,
        settings,
        answeredHash: answer && claimed.hash,
      });
      if (work.found === 'chunk') return work;
      if (work.found === 'repeat' && answer) return { answer };
      if (work.found === 'place') ({ place, body } = work);
    }
    throw new ServiceError('internal', { cause: new Error('a chunk has two places') });
  }
}

/** Copies the settings of the project that say what is kept, so that a thread can receive them. */
export function keptBy({ replayRedaction }: KeysResolveResponse): RedactionSettings | undefined {
  if (!replayRedaction) return undefined;
  const { queryNames, unmaskedFields, canvas } = replayRedaction;
  return { queryNames, unmaskedFields, canvas };
}

function ownerOf({ keyId }: KeysResolveResponse, { number }: { readonly number: number }): BodyOwner {
  return { projectNumber: number, keyId };
}

function toAnswer({ description, nodes }: PreparedChunk): ReplayAnswer {
  return { accepted: description.events, masked: description.masked, need_snapshot: !nodes.isWhole };
}

function placeTaken(): ServiceError {
  const message = 'seq: another chunk of this window has this number; a retry must have the same bytes';
  return new ServiceError('idempotency_conflict', { message });
}
