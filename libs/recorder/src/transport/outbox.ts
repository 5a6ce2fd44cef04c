import { isRetried, retryDelay } from './backoff.js';
import type { Chunk } from './chunk.js';
import { compress, KEEPALIVE_BYTES, post, TIMEOUT_MS, toBytes, type Answer } from './post.js';

/** The service is given up after this time in which it only failed or did not answer, in milliseconds. */
const MAX_SILENCE_MS = 30 * 60_000;

/** Delivers chunks one after the other, and keeps each of them until it is answered. */
export interface Outbox {
  /** Characters of chunks without an answer. */
  readonly length: number;
  add(chunk: Chunk): void;
  /** Chunks without an answer, oldest first. */
  unanswered(): Chunk[];
  /** Stops, and sends what fits beside the page that is being left. */
  leave(): void;
}

export interface OutboxOptions {
  /** URL with the key. */
  readonly address: string;
  readonly answered: (chunk: Chunk, answer: Answer) => void;
  /** Called with a chunk that the service does not take, which is dropped. */
  readonly refused: (chunk: Chunk, status: number) => void;
  /** Called when the service is given up; afterwards the chunks are dropped, and nothing more is sent. */
  readonly gaveUp: () => void;
}

export function createOutbox({ address, answered, refused, gaveUp }: OutboxOptions): Outbox {
  const chunks: Chunk[] = [];
  let isBusy = false;
  let hasLeft = false;
  /** The chunk in flight, and its bytes. */
  let sent: Chunk | undefined;
  let sentBytes = 0;

  const deliver = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    let attempts = 0;
    let silence = 0;
    while (!hasLeft && chunks[0]) {
      const [chunk] = chunks;
      const packed = await compress(chunk.text).catch(() => undefined);
      if (hasLeft) return;
      const body = packed ?? toBytes(chunk.text);
      sent = chunk;
      sentBytes = body.length;
      const sentAt = Date.now();
      const reply = await post(address, body, packed !== undefined);
      sent = undefined;
      if (hasLeft) return;
      if (isRetried(reply)) {
        // Only attempts and delays count: a computer that slept has not waited for an answer.
        silence = reply.status && reply.status < 500 ? 0 : silence + Math.min(Date.now() - sentAt, TIMEOUT_MS);
        if (silence >= MAX_SILENCE_MS) {
          hasLeft = true;
          gaveUp();
          chunks.length = 0;
          return;
        }
        const delay = retryDelay(reply, attempts++);
        silence += delay;
        await new Promise((resolve) => setTimeout(resolve, delay));
        continue;
      }
      attempts = silence = 0;
      chunks.shift();
      if (reply.answer && reply.status < 300) answered(chunk, reply.answer);
      else refused(chunk, reply.status);
    }
    isBusy = false;
  };

  return {
    get length() {
      return chunks.reduce((sum, { text }) => sum + text.length, 0);
    },
    add(chunk) {
      chunks.push(chunk);
      void deliver();
    },
    unanswered: () => [...chunks],
    leave() {
      hasLeft = true;
      // A larger request ends with the page.
      let free = KEEPALIVE_BYTES - (sent && sentBytes <= KEEPALIVE_BYTES ? sentBytes : 0);
      for (const chunk of chunks) {
        if (chunk === sent) continue;
        const body = toBytes(chunk.text);
        free -= body.length;
        if (free < 0) break;
        void post(address, body, false);
      }
    },
  };
}
