import { setTimeout } from 'node:timers/promises';
import type { FactoryProvider, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { PubSub, Subscription } from '@svc/cache';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';

/**
 * The time within which the records of one announcement become visible; further records follow without an announcement.
 */
const BUSY_MS = 30_000;

/**
 * Lets a loop rest until records that it works on are announced on a channel. Announcements may be lost, so the loop also looks for records
 * at the end of each rest.
 */
export class WakeUps implements OnModuleInit, OnModuleDestroy {
  #woken = new AbortController();
  #arrivedMs: number;
  #subscription: Subscription | undefined;

  constructor(
    private readonly channel: string,
    private readonly pubSub: PubSub,
    private readonly clock: Clock,
  ) {
    this.#arrivedMs = clock();
  }

  /** The provider of a module with one such loop. Needs PUB_SUB and CLOCK of the process. */
  static on(channel: string): FactoryProvider<WakeUps> {
    return {
      provide: WakeUps,
      inject: [PUB_SUB, CLOCK],
      useFactory: (pubSub: PubSub, clock: Clock) => new WakeUps(channel, pubSub, clock),
    };
  }

  /** Records arrived in the last half minute, or may have: announcements before the start were not heard. */
  get isBusy(): boolean {
    // The clock may have been set back.
    return Math.abs(this.clock() - this.#arrivedMs) <= BUSY_MS;
  }

  async onModuleInit(): Promise<void> {
    this.#subscription = await this.pubSub.subscribe(this.channel, () => {
      this.arrived();
      this.wake();
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#subscription?.close();
  }

  /** Records arrived now. */
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
