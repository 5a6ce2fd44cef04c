import type { KeysResolveResponse, ReplayRedaction } from '@svc/contract';
import { afterGap, guessPlace, MAX_REQUEST_BYTES, type PreparedChunk, type RedactionSettings } from '@svc/replay';
import { ServiceError, unavailable } from '@svc/service-error';
import { expandBody } from '../capture/expand.js';
import type { Reservation } from '../receive/admission.js';
import type { OnceStores } from '../receive/append-once.js';
import type { Quota } from '../receive/quota.js';
import type { BodyOwner } from '../receive/worker-pool.js';
import { appendChunk } from './append-chunk.js';
import { ChunkClaims, type ReplayAnswer } from './chunk-claims.js';
import type { OpenRecording, RecordedSessions } from './recorded-sessions.js';
import type { PrepareReplay } from './replay-pool.js';
import type { ReplayWork } from './replay-work.js';
import { SESSION_LIMITS, SessionCounts, type SessionLimits } from './session-counts.js';
import { ReplayStates } from './window-state.js';

/** A session ends this long after its first chunk, and this long after the person was active last, in milliseconds. */
const MAX_SESSION_MS = 24 * 3_600_000;
const MAX_IDLE_MS = 30 * 60_000;

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
  /** The limits of one session; `SESSION_LIMITS` by default. */
  readonly limits?: SessionLimits;
}

type Work = Extract<ReplayWork, { readonly found: 'chunk' }>;

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
  async accept({ key, body, contentEncoding, reservation }: ReplayRequestBody): Promise<ReplayAnswer> {
    const { quota, maxExpandedBytes, hasObjects } = this.options;
    if (!hasObjects) throw unavailable(new Error('recordings need an object store: set SVC_OBJECTS_S3_BUCKET'));
    const { project } = key;
    if (!project) throw new ServiceError('internal', { cause: new Error('accepted API key without a project') });
    // Also for publishable keys, which recorders have: the first snapshot of a large page has several megabytes.
    const maxBytes = Math.min(maxExpandedBytes, MAX_REQUEST_BYTES);
    const expanded = await expandBody(body, contentEncoding, { maxBytes, reservation });
    await quota?.consume(project, expanded.byteLength);
    const requestBytes = expanded.byteLength;
    const work = await this.#prepare(key, { projectNumber: project.number, keyId: key.keyId }, expanded);
    if ('answer' in work) return work.answer;
    const { chunk, hash, contentHash } = work;
    const { place } = chunk;
    reservation.grow(chunk.content.byteLength);

    const retentionDays = project.signalRetentionDays['replay'] ?? project.retentionDays;
    const activeAtMs = await this.#states.activeAt(project.number, place);
    const opened = { projectNumber: project.number, sessionId: place.sessionId, retentionDays };
    const publishableKeyId = key.publishable ? key.keyId : undefined;
    const recording = await this.options.sessions.open(opened, { isNew: activeAtMs === undefined, publishableKeyId });
    const receivedAtMs = this.options.clock();
    const closed = whyClosed(recording, receivedAtMs);
    if (closed) return toClosed(closed);
    const difference = chunk.sentAtMs === undefined ? undefined : receivedAtMs - chunk.sentAtMs;
    const clockShiftMs = await this.#counts.enterWindow(project.number, place, difference);
    const madeAtMs = whenMade(chunk.sentAtMs, clockShiftMs, { activeAtMs, receivedAtMs });
    if (activeAtMs !== undefined && madeAtMs - activeAtMs > MAX_IDLE_MS) return toClosed('ended');
    if (clockShiftMs === undefined) return toClosed('too_long');

    const claimed = await this.#claims.take(project.number, place, hash);
    if (claimed.hash !== hash) throw placeTaken();
    if (claimed.answer) return claimed.answer;
    const isWithin = await this.#counts.addChunk(project.number, place, claimed.isFirst ? chunk.bytes : undefined);
    if (!isWithin) return toClosed('too_long');
    const session = { ...opened, ...recording };
    const { logKey } = key;
    const timing = { receivedAtMs, clockShiftMs };
    await appendChunk(this.options, { session, chunk, contentHash, ...timing, requestBytes, logKey, reservation });
    const answer = toAnswer(chunk);
    const isActive = activeAtMs === undefined || chunk.description.activity.length > 0;
    await Promise.all([
      this.#states.keepWindow(project.number, place, { nextSeq: place.seq + 1, nodes: chunk.nodes }),
      isActive && this.#states.keepActiveAt(project.number, place, madeAtMs),
      this.#claims.answer(project.number, place, hash, answer),
    ]);
    return answer;
  }

  /**
   * Reads, redacts and packs a body. Its place is known only when it is read, and reading it depends on what is known of the window at its
   * place, so the place is guessed first.
   *
   * @returns the answer to an earlier request with the same bytes, if there was one.
   */
  async #prepare(
    { replayRedaction }: KeysResolveResponse,
    owner: BodyOwner,
    sent: Buffer,
  ): Promise<Work | { readonly answer: ReplayAnswer }> {
    const { projectNumber } = owner;
    const settings = replayRedaction && toSettings(replayRedaction);
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

/** A copy for a thread. */
function toSettings({ queryNames, unmaskedFields, canvas }: ReplayRedaction): RedactionSettings {
  return { queryNames, unmaskedFields, canvas };
}

function whyClosed({ key, startedAtMs }: OpenRecording, nowMs: number): ReplayAnswer['closed'] | undefined {
  if (key === undefined) return 'deleted';
  return nowMs - startedAtMs > MAX_SESSION_MS ? 'ended' : undefined;
}

/**
 * When a chunk was made by the clock of the service. It can have waited for a network for hours, in which the person went on. A clock that
 * is wrong makes it neither later than its receipt nor earlier than what is known of the session.
 */
function whenMade(
  sentAtMs: number | undefined,
  clockShiftMs: number | undefined,
  { activeAtMs = 0, receivedAtMs }: { readonly activeAtMs: number | undefined; readonly receivedAtMs: number },
): number {
  if (sentAtMs === undefined || clockShiftMs === undefined) return receivedAtMs;
  return Math.min(Math.max(sentAtMs + clockShiftMs, activeAtMs), receivedAtMs);
}

function toClosed(closed: NonNullable<ReplayAnswer['closed']>): ReplayAnswer {
  return { accepted: 0, masked: {}, need_snapshot: false, closed };
}

function toAnswer({ description, nodes }: PreparedChunk): ReplayAnswer {
  return { accepted: description.events, masked: description.masked, need_snapshot: !nodes.isWhole };
}

function placeTaken(): ServiceError {
  const message = 'seq: another chunk of this window has this number; a retry must have the same bytes';
  return new ServiceError('idempotency_conflict', { message });
}
