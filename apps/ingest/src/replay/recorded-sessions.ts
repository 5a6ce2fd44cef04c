import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import {
  consumeRateLimit,
  type CacheStore,
  type RateLimiter,
  type RateLimiterOptions,
  type Subscription,
} from '@svc/cache';
import type { OpenRecordingRequest, OpenRecordingResponse } from '@svc/contract';
import { RECORDING_DELETED_CHANNEL, sessionName } from '@svc/recordings';
import { LRUCache } from 'lru-cache';

/** A deletion whose announcement was lost is noticed after this long; what is encrypted until then is swept by a job of the deletion. */
const MAX_AGE_MS = 60_000;
const MAX_SESSIONS = 20_000;

/**
 * New sessions that a project may begin, and those that a publishable key may, which any visitor has: a page that begins one for each
 * request would fill the table of keys.
 */
export const NEW_SESSIONS = {
  ofProject: { name: 'replay-sessions', points: 3_000, windowSeconds: 10 },
  ofKey: { name: 'replay-key-sessions', points: 500_000, windowSeconds: 86_400 },
} as const;

/** The sender of a chunk. */
export interface SessionOpener {
  /** Whether nothing is known of the session, so that it probably begins. */
  readonly isNew: boolean;
  /** Absent for a secret key. */
  readonly publishableKeyId?: string | undefined;
}

export interface OpenRecording {
  /** Undefined once the recording is deleted. */
  readonly key: string | undefined;
  readonly startedAtMs: number;
  readonly retentionDays: number;
}

export type OpenAtGateway = (request: Omit<OpenRecordingRequest, '$typeName'>) => Promise<OpenRecordingResponse>;

/** Looks up recorded sessions and their keys at the gateway, and remembers them for a minute unless they are deleted. */
export class RecordedSessions implements OnModuleInit, OnApplicationShutdown {
  readonly #known = new LRUCache<string, Promise<OpenRecording>>({ max: MAX_SESSIONS, ttl: MAX_AGE_MS });
  readonly #ofProject: RateLimiter;
  readonly #ofKey: RateLimiter;
  #subscription: Subscription | undefined;

  constructor(
    private readonly openAtGateway: OpenAtGateway,
    private readonly stores: Pick<CacheStore, 'rateLimiter' | 'pubSub'>,
    limits: Readonly<Record<keyof typeof NEW_SESSIONS, RateLimiterOptions>> = NEW_SESSIONS,
  ) {
    this.#ofProject = stores.rateLimiter(limits.ofProject);
    this.#ofKey = stores.rateLimiter(limits.ofKey);
  }

  async onModuleInit(): Promise<void> {
    this.#subscription = await this.stores.pubSub.subscribe(RECORDING_DELETED_CHANNEL, (name) =>
      this.#known.delete(name),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#subscription?.close();
  }

  /** @throws ServiceError rate_limited if the project or the key begins too many sessions; unavailable if the gateway does not respond. */
  open(request: Parameters<OpenAtGateway>[0], opener: SessionOpener): Promise<OpenRecording> {
    const name = sessionName(request);
    const known = this.#known.get(name);
    if (known) return known;
    const opening = this.#open(request, opener);
    this.#known.set(name, opening);
    opening.catch(() => this.#known.delete(name));
    return opening;
  }

  async #open(
    request: Parameters<OpenAtGateway>[0],
    { isNew, publishableKeyId }: SessionOpener,
  ): Promise<OpenRecording> {
    // First, so that a page whose key is refused does not use up what the other senders of the project may begin.
    if (isNew && publishableKeyId !== undefined) await consumeRateLimit(this.#ofKey, publishableKeyId);
    if (isNew) await consumeRateLimit(this.#ofProject, String(request.projectNumber));
    const { key, startedAt, retentionDays } = await this.openAtGateway(request);
    return {
      key: key === '' ? undefined : key,
      startedAtMs: startedAt ? timestampMs(startedAt) : 0,
      retentionDays,
    };
  }
}
