import { ServiceError } from '@svc/service-error';
import type { Backlog } from './backlog.js';

/** Retry delay in seconds, after which the requests in flight have been written or refused. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits of a sender, in multiples of the bytes that would still be free then. Alone, that is `f / (1 + f)` of all
 * bytes.
 */
const FREE_MULTIPLES = { organization: 2, project: 1, publishableKey: 1 / 7 } as const;

/** The sender of bytes in flight: the names of a resolved key. */
export interface Sender {
  readonly keyId: string;
  readonly organizationId: string;
  readonly project?: { readonly id: string } | undefined;
  readonly publishable: boolean;
}

export interface AdmissionLimits {
  /** Maximum bytes of all requests in flight. */
  readonly maxBytes: number;
  /** Maximum size of a body that is sent with a publishable key; only chunks of recordings may be larger after decompression. */
  readonly maxPublishableBytes?: number;
  /** Refuses requests while too much waits to be stored; no limit if undefined. */
  readonly backlog?: Backlog;
}

interface Share {
  readonly name: string;
  readonly freeMultiple: number;
}

/**
 * Limits the bytes of requests in flight, so that a burst gets a retryable error instead of exhausting the memory. A
 * request reserves bytes while its body is read, and again for the decompressed body.
 *
 * Shares are dynamic thresholds (Choudhury and Hahne, 1998): a sender may hold a multiple of the free bytes. So a part
 * always stays free for others, and shares shrink as more senders compete. Alone, an organization gets two thirds of
 * the bytes, a project half of them, and a publishable key, which any visitor may hold, an eighth.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  /** Bytes by the name of the share. */
  readonly #held = new Map<string, number>();
  #reserved = 0;

  constructor(limits: number | AdmissionLimits) {
    this.#limits = typeof limits === 'number' ? { maxBytes: limits } : limits;
  }

  get reservedBytes(): number {
    return this.#reserved;
  }

  /**
   * A reservation that can grow or, by a negative number, shrink. Throws `concurrency_limited` when too many bytes of all or of the sender
   * are in flight, and `payload_too_large` when the size exceeds what the sender could ever hold. Release it exactly once, also after an
   * error. Without a sender only the limit for all applies. Throws `concurrency_limited` at once if too much waits to be stored.
   */
  open(sender?: Sender): Reservation {
    const shares = sender ? toShares(sender) : [];
    const { maxBytes, maxPublishableBytes = maxBytes, backlog } = this.#limits;
    const projectId = sender?.project?.id;
    if (projectId !== undefined) backlog?.check(projectId);
    const largest = Math.min(maxBytes, ...shares.map(({ freeMultiple: f }) => (maxBytes * f) / (1 + f)));
    let held = 0;
    return {
      grow: (bytes) => {
        if (held + bytes > largest) throw new ServiceError('payload_too_large');
        if (bytes > 0 && !this.#fits(shares, bytes)) {
          throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
        held += bytes;
        this.#add(shares, bytes);
      },
      accept: (bytes) => {
        if (projectId !== undefined) backlog?.add(projectId, bytes);
      },
      release: () => {
        this.#add(shares, -held);
        held = 0;
      },
      limitBody: (bytes) => (sender?.publishable ? Math.min(bytes, maxPublishableBytes) : bytes),
    };
  }

  #fits(shares: readonly Share[], bytes: number): boolean {
    const free = this.#limits.maxBytes - this.#reserved - bytes;
    return (
      free >= 0 && shares.every(({ name, freeMultiple }) => (this.#held.get(name) ?? 0) + bytes <= free * freeMultiple)
    );
  }

  #add(shares: readonly Share[], bytes: number): void {
    this.#reserved += bytes;
    for (const { name } of shares) {
      const held = (this.#held.get(name) ?? 0) + bytes;
      if (held > 0) this.#held.set(name, held);
      else this.#held.delete(name);
    }
  }
}

export interface Reservation {
  grow(bytes: number): void;
  /** Notes how many bytes of the request will wait to be stored, once nothing but the log can refuse it. */
  accept(bytes: number): void;
  release(): void;
  /** The maximum size of the sender's body, where other senders may send this many bytes. */
  limitBody(bytes: number): number;
}

function toShares({ keyId, organizationId, project, publishable }: Sender): Share[] {
  const shares: Share[] = [
    { name: `organization ${organizationId}`, freeMultiple: FREE_MULTIPLES.organization },
    { name: `project ${project?.id ?? ''}`, freeMultiple: FREE_MULTIPLES.project },
  ];
  if (publishable) shares.push({ name: `key ${keyId}`, freeMultiple: FREE_MULTIPLES.publishableKey });
  return shares;
}
