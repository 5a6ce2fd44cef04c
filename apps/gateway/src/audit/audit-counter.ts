import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Relational, Transaction } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';

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
  /** The interface of the request, if it is not REST. */
  readonly via?: string | undefined;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Code of a refusal. */
  readonly error: string | null;
}

interface Repetition {
  act: CountedAct;
  count: number;
}

/** An act that has to be written. */
interface Recorded extends Readonly<Repetition> {
  readonly at: Date;
}

const MINUTE_MS = 60_000;
const FLUSH_MS = 5_000;
/**
 * Maximum number of acts that are distinguished in a minute; beyond it, the acts of an organization are counted by
 * operation only.
 */
const MAX_DISTINCT = 1_000;
/** Acts that wait for the database. Beyond them acts are lost, and their number is logged. */
const MAX_PENDING = 10_000;
/** Acts that one transaction writes. */
const MAX_BATCH = 100;

/**
 * Records acts without letting their number decide how much is stored: the first act of a credential, operation and
 * target in a minute is recorded at once, and the repetitions as one entry with their count when the minute is over.
 * While the database does not respond, acts wait for it; the number of acts that exceed the queue is logged. A lost
 * process loses its queue and the count of its last minute.
 */
@Injectable()
export class AuditCounter implements OnModuleInit, OnApplicationShutdown {
  #minute = 0;
  #repetitions = new Map<string, Repetition>();
  #timer: NodeJS.Timeout | undefined;
  #pending: Recorded[] = [];
  #writing: Promise<void> | undefined;
  /** Whether the database did not respond to the last attempt; the timer makes the next one. */
  #isOut = false;
  #lost = 0;

  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => this.#tick(), FLUSH_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    this.#recordRepetitions();
    await this.#writing;
    await this.#writeAll();
    this.#lost += this.#pending.reduce((sum, { count }) => sum + count, 0);
    this.#reportLost();
  }

  /** Returns at once; the number of acts that cannot be recorded is logged. */
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

  #tick(): void {
    this.#beginMinute();
    this.#reportLost();
    if (this.#pending.length > 0) this.#writing ??= this.#writeAll();
  }

  #reportLost(): void {
    if (this.#lost > 0) this.logger.error({ acts: this.#lost }, 'audit entries lost');
    this.#lost = 0;
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
    if (this.#pending.length >= MAX_PENDING) {
      this.#lost += count;
      return;
    }
    this.#pending.push({ act, count, at: new Date(this.clock()) });
    if (!this.#isOut) this.#writing ??= this.#writeAll();
  }

  /**
   * Writes one batch after the other: at the end of a minute there may be a thousand acts, which would take all connections of the
   * database from requests if each were written by itself. Ends early if the database does not respond.
   */
  async #writeAll(): Promise<void> {
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      const { organizationId } = next.act;
      const batch = this.#pending.filter(({ act }) => act.organizationId === organizationId).slice(0, MAX_BATCH);
      const error = await this.#insert(batch).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      const wasOut = this.#isOut;
      this.#isOut = isOutage(error);
      if (this.#isOut) {
        if (!wasOut) this.logger.warn({ err: error }, 'audit entries queued: database unavailable; retrying');
        break;
      }
      const done = new Set(batch);
      this.#pending = this.#pending.filter((recorded) => !done.has(recorded));
      if (error === undefined) continue;
      this.logger.error({ err: error }, 'could not write audit entries; dropping them');
      this.#lost += batch.reduce((sum, { count }) => sum + count, 0);
    }
    this.#writing = undefined;
  }

  /** Acts of one organization: a transaction that appends to several chains could wait for another one in a circle. */
  async #insert(all: readonly Recorded[]): Promise<void> {
    await this.relational.client.$transaction(async ({ auditEntry, auditOutcome }) => {
      const batch = this.#isOut ? await withoutWritten(auditEntry, all) : all;
      const entries = batch.map(({ act, count, at }) => ({ ...toEntry(act), at, count }));
      const created = await auditEntry.createManyAndReturn({ data: entries, select: { id: true } });
      const outcomes = batch.map(({ act: { organizationId, status, error }, at }, index) => {
        return { entryId: created[index]?.id ?? '', organizationId, at, status, error };
      });
      await auditOutcome.createMany({ data: outcomes });
    });
  }
}

/** An attempt may have been committed although its answer was lost. */
async function withoutWritten(
  entries: Transaction['auditEntry'],
  all: readonly Recorded[],
): Promise<readonly Recorded[]> {
  const at = { in: all.map((recorded) => recorded.at) };
  const requestId = { in: all.map(({ act }) => act.requestId) };
  const organizationId = all[0]?.act.organizationId ?? '';
  const written = await entries.findMany({ where: { organizationId, at, requestId } });
  const keys = new Set(written.map((entry) => toWrittenKey(entry, entry.at)));
  return all.filter(({ act, at: time }) => !keys.has(toWrittenKey(act, time)));
}

const toWrittenKey = (
  { requestId, operation, principalId }: Pick<CountedAct, 'requestId' | 'operation' | 'principalId'>,
  at: Date,
): string => JSON.stringify([requestId, operation, principalId, at]);

/** Whether a later attempt can succeed. */
const isOutage = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'timeout');

/** Callers pass contexts with more fields. */
function toEntry(act: CountedAct): Omit<CountedAct, 'status' | 'error' | 'via'> & { details: Record<string, string> } {
  const { organizationId, projectId, principalType, principalId, principalName } = act;
  const { operation, target, requestId, sourceAddress, via } = act;
  const details: Record<string, string> = via === undefined ? {} : { via };
  const principal = { principalType, principalId, principalName };
  return { organizationId, projectId, ...principal, operation, target, details, requestId, sourceAddress };
}

function toKey({ organizationId, principalId, operation, target, via, error }: CountedAct): string {
  return JSON.stringify([organizationId, principalId, operation, target, via, error]);
}
