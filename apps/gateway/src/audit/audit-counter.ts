import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/service';

/** Something that callers can repeat at any rate: a refused request, a failed log-in, a read. */
export interface CountedAct {
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly principalType: string;
  readonly principalId: string;
  readonly principalName: string;
  readonly operation: string;
  readonly target: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly sourceAddress: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Code of a refusal. */
  readonly error: string | null;
}

interface Repetition {
  act: CountedAct;
  count: number;
}

const MINUTE_MS = 60_000;
const FLUSH_MS = 5_000;
/** Acts that are told apart in a minute; beyond it those of an organization are counted by operation only. */
const MAX_DISTINCT = 1_000;

/**
 * Records acts without letting their number decide how much is stored: the first of a credential, operation and target in a minute is
 * recorded at once, and the repetitions as one entry with their count when the minute is over. A lost process loses the count of its
 * last minute.
 */
@Injectable()
export class AuditCounter implements OnModuleInit, OnApplicationShutdown {
  #minute = 0;
  #repetitions = new Map<string, Repetition>();
  #timer: NodeJS.Timeout | undefined;
  readonly #writes = new Set<Promise<void>>();

  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => this.#beginMinute(), FLUSH_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    this.#recordRepetitions();
    await Promise.all(this.#writes);
  }

  /** Returns at once; what cannot be recorded is logged. */
  count(act: CountedAct): void {
    this.#beginMinute();
    const isOverflowing = this.#repetitions.size >= MAX_DISTINCT && !this.#repetitions.has(toKey(act));
    const counted = isOverflowing ? { ...act, principalId: '', principalName: 'several', target: {} } : act;
    const key = toKey(counted);
    const repetition = this.#repetitions.get(key);
    if (repetition) {
      repetition.act = counted;
      repetition.count += 1;
      return;
    }
    this.#repetitions.set(key, { act: counted, count: 0 });
    this.#record(counted, 1);
  }

  #beginMinute(): void {
    const minute = Math.floor(this.clock() / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#recordRepetitions();
  }

  #recordRepetitions(): void {
    const repetitions = this.#repetitions;
    this.#repetitions = new Map();
    for (const { act, count } of repetitions.values()) if (count > 0) this.#record(act, count);
  }

  #record(act: CountedAct, count: number): void {
    const write = this.#insert(act, count)
      .catch((cause: unknown) =>
        this.logger.warn({ err: cause, operation: act.operation, count }, 'could not record an act in the audit log'),
      )
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  async #insert({ status, error, ...act }: CountedAct, count: number): Promise<void> {
    const { organizationId, projectId, principalType, principalId, principalName } = act;
    const { operation, target, requestId, sourceAddress } = act;
    const at = new Date(this.clock());
    const principal = { principalType, principalId, principalName };
    const outcome = { create: { organizationId, at, status, error } };
    await this.relational.client.auditEntry.create({
      data: {
        organizationId,
        projectId,
        ...principal,
        operation,
        target,
        count,
        requestId,
        sourceAddress,
        at,
        outcome,
      },
    });
  }
}

function toKey({ organizationId, principalId, operation, target, error }: CountedAct): string {
  return JSON.stringify([organizationId, principalId, operation, target, error]);
}
