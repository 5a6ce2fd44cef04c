import {
  prepareChunk,
  translatePostHog,
  type ChunkContext,
  type ChunkPlace,
  type PreparedChunk,
  type TranslatedChunk,
} from '@svc/replay';
import { requestHash } from '../receive/append-once.js';
import { claimHash } from './chunk-claims.js';

export interface ReplayContext extends ChunkContext {
  /** The hash of the request at the place that was answered, if there was one. */
  readonly answeredHash?: string | undefined;
}

/** What a thread has found in the body of a recorder: `hash` is of `claimHash`, `contentHash` of `requestHash`. */
export type ReplayWork =
  | { readonly found: 'chunk'; readonly hash: string; readonly chunk: PreparedChunk; readonly contentHash: string }
  /** The place was guessed wrong. The body is given back, because it was moved to the thread. */
  | { readonly found: 'place'; readonly place: ChunkPlace; readonly body: Uint8Array }
  /** The request was answered before. */
  | { readonly found: 'repeat' };

/** What a thread does with the body of a recorder. */
export function doReplayWork(body: Uint8Array, { answeredHash, ...context }: ReplayContext): ReplayWork {
  const hash = claimHash(body);
  if (hash === answeredHash) return { found: 'repeat' };
  const chunk = prepareChunk(body, context);
  if (!chunk.content) return { found: 'place', place: chunk.place, body };
  return { found: 'chunk', hash, chunk, contentHash: requestHash(chunk.content) };
}

/** The large bytes of a result. */
export function bytesOf(work: ReplayWork): Uint8Array | undefined {
  if (work.found === 'chunk') return work.chunk.content;
  return work.found === 'place' ? work.body : undefined;
}

/** A chunk in the body of a recorder of PostHog, and the `claimHash` of it. */
export interface HashedChunk extends TranslatedChunk {
  readonly hash: string;
}

/** What a thread does with the body of a recorder of PostHog. */
export function translateWork(body: Uint8Array): HashedChunk[] {
  return translatePostHog(body).map((chunk) => ({ ...chunk, hash: claimHash(chunk.body) }));
}
