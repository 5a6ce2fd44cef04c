import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { consumeRateLimit, type PubSub, type RateLimiter, type Subscription } from '@svc/cache';
import type { OpenRecordingRequest, OpenRecordingResponse } from '@svc/contract';
import { RECORDING_DELETED_CHANNEL, sessionName } from '@svc/recordings';
import { LRUCache } from 'lru-cache';

/** A deletion whose announcement was lost is noticed after this long; what is encrypted until then is swept by a job of the deletion. */
const MAX_AGE_MS = 60_000;
const MAX_SESSIONS = 20_000;

/** New sessions that a project may begin: a page that begins one for each request would fill the table of keys. */
export const NEW_SESSIONS = { name: 'replay-sessions', points: 3_000, windowSeconds: 10 } as const;

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
  #subscription: Subscription | undefined;

  constructor(
    private readonly openAtGateway: OpenAtGateway,
    private readonly limiter: RateLimiter,
    private readonly pubSub: PubSub,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#subscription = await this.pubSub.subscribe(RECORDING_DELETED_CHANNEL, (name) => this.#known.delete(name));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#subscription?.close();
  }

  /**
   * @param isNew whether nothing is known of the session, so that it probably begins.
   * @throws ServiceError rate_limited if the project begins too many sessions, unavailable while the gateway does not respond.
   */
  open(request: Parameters<OpenAtGateway>[0], isNew: boolean): Promise<OpenRecording> {
    const name = sessionName(request);
    const known = this.#known.get(name);
    if (known) return known;
    const opening = this.#open(request, isNew);
    this.#known.set(name, opening);
    opening.catch(() => this.#known.delete(name));
    return opening;
  }

  async #open(request: Parameters<OpenAtGateway>[0], isNew: boolean): Promise<OpenRecording> {
    if (isNew) await consumeRateLimit(this.limiter, String(request.projectNumber), 1);
    const { key, startedAt, retentionDays } = await this.openAtGateway(request);
    return {
      key: key === '' ? undefined : key,
      startedAtMs: startedAt ? timestampMs(startedAt) : 0,
      retentionDays,
    };
  }
}
