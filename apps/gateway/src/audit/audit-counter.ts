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
/** Acts that one transaction writes. */
const MAX_BATCH = 100;

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
  #pending: Repetition[] = [];
  #writing: Promise<void> | undefined;

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
    await this.#writing;
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
    this.#pending.push({ act, count });
    this.#writing ??= this.#writeAll();
  }

  /**
   * Writes one batch after the other: at the end of a minute there may be a thousand acts, which would take all connections of the
   * database from requests if each were written by itself.
   */
  async #writeAll(): Promise<void> {
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      const { organizationId } = next.act;
      const isNext = ({ act }: Repetition, index: number): boolean =>
        index < MAX_BATCH && act.organizationId === organizationId;
      const batch = this.#pending.filter(isNext);
      this.#pending = this.#pending.filter((repetition, index) => !isNext(repetition, index));
      await this.#insert(batch).catch((cause: unknown) =>
        this.logger.warn({ err: cause, acts: batch.length }, 'could not record acts in the audit log'),
      );
    }
    this.#writing = undefined;
  }

  /** Acts of one organization: a transaction that appends to several chains could wait for another one in a circle. */
  async #insert(batch: readonly Repetition[]): Promise<void> {
    const at = new Date(this.clock());
    const entries = batch.map(({ act, count }) => ({ ...toEntry(act), at, count }));
    await this.relational.client.$transaction(async ({ auditEntry, auditOutcome }) => {
      const created = await auditEntry.createManyAndReturn({ data: entries, select: { id: true } });
      const outcomes = batch.map(({ act: { organizationId, status, error } }, index) => {
        return { entryId: created[index]?.id ?? '', organizationId, at, status, error };
      });
      await auditOutcome.createMany({ data: outcomes });
    });
  }
}

/** Callers pass contexts with more fields. */
function toEntry(act: CountedAct): Omit<CountedAct, 'status' | 'error'> {
  const { organizationId, projectId, principalType, principalId, principalName } = act;
  const { operation, target, requestId, sourceAddress } = act;
  const principal = { principalType, principalId, principalName };
  return { organizationId, projectId, ...principal, operation, target, requestId, sourceAddress };
}

function toKey({ organizationId, principalId, operation, target, error }: CountedAct): string {
  return JSON.stringify([organizationId, principalId, operation, target, error]);
}
