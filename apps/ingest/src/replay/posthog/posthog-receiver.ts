import { afterGap, continues, postHogField } from '@svc/replay';
import { invalidField, ServiceError, withPaths, type ErrorCode } from '@svc/service-error';
import type { BodyOwner } from '../../receive/worker-pool.js';
import { ChunkClaims, type ReplayAnswer } from '../chunk-claims.js';
import type { TranslateReplay } from '../replay-pool.js';
import { keptBy, type ReplayReceiver, type ReplayReceiverOptions, type ReplayRequestBody } from '../replay-receiver.js';
import type { HashedChunk } from '../replay-work.js';
import { ReplayStates } from '../window-state.js';

export interface PostHogReceiverOptions extends Pick<ReplayReceiverOptions, 'cache' | 'prepare'> {
  readonly translate: TranslateReplay;
  readonly receiver: Pick<ReplayReceiver, 'receive' | 'store'>;
}

/** Refusals that a chunk gets again with each attempt, so that they do not hold up the others of its request. */
const LASTING: ReadonlySet<ErrorCode> = new Set(['invalid_request', 'payload_too_large', 'idempotency_conflict']);

/** A chunk that was refused. */
export interface RefusedChunk {
  /** The position of the event in its request, from 0. */
  readonly index: number;
  readonly error: ServiceError;
}

export interface PostHogResult {
  /** One for each chunk that was not refused. */
  readonly answers: readonly ReplayAnswer[];
  readonly refused: readonly RefusedChunk[];
}

/** Handles what recorders of PostHog send, whose chunks have no numbers: they are stored at a place that comes from their times. */
export class PostHogReceiver {
  readonly #states: ReplayStates;
  readonly #claims: ChunkClaims;

  constructor(private readonly options: PostHogReceiverOptions) {
    this.#states = new ReplayStates(options.cache);
    this.#claims = new ChunkClaims(options.cache);
  }

  /**
   * Resolves once all chunks of a request are durable, refused, or of a closed session. After a failure the first ones may be durable,
   * which a retry recognizes.
   *
   * @throws ServiceError the refusal of the first chunk if all are refused.
   */
  async accept(request: ReplayRequestBody): Promise<PostHogResult> {
    const { reservation } = request;
    const { owner, expanded } = await this.options.receiver.receive(request);
    const expandedBytes = expanded.byteLength;
    const chunks = await this.options.translate(owner, expanded);
    reservation.grow(chunks.reduce((total, { body }) => total + body.byteLength, -expandedBytes));
    const answers: ReplayAnswer[] = [];
    const refused: RefusedChunk[] = [];
    for (const [index, chunk] of chunks.entries()) {
      try {
        answers.push(await this.#acceptChunk(request, owner, chunk));
      } catch (cause) {
        const error = withPaths(cause, (field) => postHogField(field, chunk.path));
        if (!(error instanceof ServiceError) || !LASTING.has(error.code)) throw error;
        refused.push({ index, error });
      }
    }
    const [first] = refused;
    if (first && answers.length === 0) throw first.error;
    return { answers, refused };
  }

  async #acceptChunk(request: ReplayRequestBody, owner: BodyOwner, chunk: HashedChunk): Promise<ReplayAnswer> {
    const { projectNumber } = owner;
    const { places, hash, body } = chunk;
    const requestBytes = body.byteLength;
    const free = await this.#claims.findFree(projectNumber, places, hash);
    if (free?.claimed?.answer) return free.claimed.answer;
    const [place] = free?.places ?? [];
    if (!free || !place) throw invalidField('events', 'too many chunks of the window begin at the same time');

    const window = await this.#states.window(projectNumber, place);
    const before = window && continues(window.nextSeq, place.seq) ? window : undefined;
    const nodes = before?.nodes ?? (window && afterGap(window.nodes));
    const work = await this.options.prepare(owner, body, {
      place,
      nodes,
      settings: keptBy(request.key),
      isGiven: true,
    });
    if (work.found !== 'chunk') throw new ServiceError('internal', { cause: new Error('a chunk has another place') });
    return this.options.receiver.store(request, work, {
      requestBytes,
      places: free.places,
      keep: ({ place: taken, nodes: seen, description }) =>
        this.#states.keepTimed(projectNumber, taken, seen, { before, isFresh: description.snapshots.length > 0 }),
    });
  }
}
