import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { PubSub, Subscription } from '@svc/cache';
import { ERRORS_STORED_CHANNEL } from '@svc/otlp';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';

/**
 * The time within which the errors of one announcement become visible; further errors follow without an announcement.
 */
const BUSY_MS = 30_000;

/** Lets the intake rest until there is something to do for it. */
@Injectable()
export class WakeUps implements OnModuleInit, OnModuleDestroy {
  #woken = new AbortController();
  #arrivedMs: number;
  #subscription: Subscription | undefined;

  constructor(
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#arrivedMs = clock();
  }

  /** Errors arrived in the last half minute, or may have: announcements before the start were not heard. */
  get isBusy(): boolean {
    return this.clock() - this.#arrivedMs <= BUSY_MS;
  }

  async onModuleInit(): Promise<void> {
    this.#subscription = await this.pubSub.subscribe(ERRORS_STORED_CHANNEL, () => {
      this.arrived();
      this.wake();
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#subscription?.close();
  }

  /** Errors arrived now. */
  arrived(): void {
    this.#arrivedMs = this.clock();
  }

  /** Ends the present rest, or prevents the next one. */
  wake(): void {
    this.#woken.abort();
  }

  /** Resolves when woken, or after some milliseconds. Rejects when the signal aborts. */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#woken.signal]);
    await setTimeout(ms, undefined, { signal: either }).catch(() => undefined);
    signal.throwIfAborted();
    this.#woken = new AbortController();
  }
}
