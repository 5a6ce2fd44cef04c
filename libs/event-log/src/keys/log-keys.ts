import { createDataKey, type KeyRing } from '@svc/encryption';
import type { LogKey, Prisma, Relational, Transaction } from '@svc/relational';
import { unavailable } from '@svc/service-error';

const DAY_MS = 24 * 3_600_000;
/**
 * Age at which a key is replaced. Random nonces of 96 bits allow a key to encrypt 2^32 records (NIST SP 800-38D); in a
 * week, those are 7,000 per second.
 */
const REPLACE_MS = 7 * DAY_MS;
/** Longer than any event log keeps records from before the project had keys. */
const LOG_RETENTION_MS = 7 * DAY_MS;
/** Time for clocks of machines that differ and for slow transactions, as a part of the maximum age. */
const SLACK = 0.25;

export interface LogKeysOptions {
  readonly relational: Relational;
  /** The ring of the event log; no keys are created without it. */
  readonly keyRing?: KeyRing | undefined;
  /** Milliseconds for which a process may encrypt with a key after looking it up. */
  readonly maxAgeMs: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The key that encrypts the data of a project. */
export interface CurrentLogKey {
  readonly id: string;
  readonly wrapped: string;
  /** No request that was encrypted with it may be acknowledged later. */
  readonly usableUntil: Date;
}

/** A key that is not destroyed. */
export type HeldLogKey = Pick<LogKey, 'generation' | 'createdAt' | 'retiredAt'>;

/** The keys of projects for the event log. Each is stored as the ring seals it, until it is destroyed. */
export class LogKeys {
  constructor(private readonly options: LogKeysOptions) {}

  /** Milliseconds for which a key may still be in use after its retirement. */
  get settleMs(): number {
    return this.options.maxAgeMs * (1 + SLACK);
  }

  /** Adds the first key in the transaction that creates the project. */
  async addFirst(tx: Transaction, { number, createdAt }: NewProject): Promise<void> {
    const { keyRing } = this.options;
    if (keyRing) await tx.logKey.create({ data: { ...newKey(keyRing, number, 1, createdAt), isFromStart: true } });
  }

  /**
   * The key to encrypt with; creates one if the last one is retired, too old, or sealed by an earlier key of the ring.
   * Undefined if the log is not encrypted.
   * @throws ServiceError unavailable if the project has had keys and there is no ring to create another.
   */
  async current(projectNumber: number): Promise<CurrentLogKey | undefined> {
    const { relational, keyRing, maxAgeMs, clock } = this.options;
    const now = clock();
    const orderBy = { generation: 'desc' } as const;
    const latest = await relational.client.logKey.findFirst({ where: { projectNumber }, orderBy });
    if (latest && latest.wrapped !== null && this.#mayEncrypt(latest, now))
      return { id: toId(latest), wrapped: latest.wrapped, usableUntil: new Date(now + maxAgeMs) };
    if (!keyRing) {
      if (!latest) return undefined;
      throw unavailable(new Error('the project has keys of the event log, and SVC_EVENT_LOG_KEYS is not set'));
    }
    const generation = latest?.generation ?? 0;
    await relational.client.$transaction(async (tx) => {
      await retireUntil(tx, { projectNumber, generation: { lte: generation } }, new Date(now));
      const next = newKey(keyRing, projectNumber, generation + 1, new Date(now));
      await tx.logKey.createMany({ data: [next], skipDuplicates: true });
    });
    return this.current(projectNumber);
  }

  /** The keys by ID as the ring sealed them; null for a destroyed one. Unknown IDs are omitted. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const places = ids.flatMap(fromId);
    if (places.length === 0) return new Map();
    const rows = await this.options.relational.client.logKey.findMany({ where: { OR: places } });
    return new Map(rows.map((row) => [toId(row), row.wrapped]));
  }

  /** The keys of a project that may have encrypted its data until then and are not destroyed, the oldest first. */
  held(projectNumber: number, until: Date): Promise<HeldLogKey[]> {
    return this.options.relational.client.logKey.findMany({
      where: { projectNumber, destroyedAt: null, createdAt: { lte: until } },
      select: { generation: true, createdAt: true, retiredAt: true },
      orderBy: { generation: 'asc' },
    });
  }

  /** Lets no process look up the keys that were created until then. */
  async retire(projectNumber: number, until: Date): Promise<void> {
    const { relational, clock } = this.options;
    await retireUntil(relational.client, { projectNumber, createdAt: { lte: until } }, new Date(clock()));
  }

  /** Makes everything that these retired keys encrypted unreadable. */
  async destroy(projectNumber: number, keys: readonly HeldLogKey[]): Promise<void> {
    const { relational, clock } = this.options;
    const generations = keys.map(({ generation }) => generation);
    await relational.client.logKey.updateMany({
      where: { projectNumber, generation: { in: generations }, retiredAt: { not: null } },
      data: { wrapped: null, destroyedAt: new Date(clock()) },
    });
  }

  /** Whether everything of the project that the event log still holds was encrypted with a key of the project. */
  async coversProject(projectNumber: number): Promise<boolean> {
    const { relational, clock } = this.options;
    const first = await relational.client.logKey.findFirst({ where: { projectNumber, generation: 1 } });
    return first !== null && (first.isFromStart || first.createdAt.getTime() + LOG_RETENTION_MS < clock());
  }

  #mayEncrypt({ wrapped, createdAt, retiredAt }: LogKey, now: number): boolean {
    const { keyRing } = this.options;
    if (retiredAt !== null || !keyRing) return retiredAt === null;
    return wrapped?.startsWith(keyRing.currentPrefix) === true && createdAt.getTime() + REPLACE_MS > now;
  }
}

interface NewProject {
  readonly number: number;
  readonly createdAt: Date;
}

function newKey(keyRing: KeyRing, projectNumber: number, generation: number, createdAt: Date) {
  return { projectNumber, generation, createdAt, wrapped: createDataKey(keyRing, toId({ projectNumber, generation })) };
}

async function retireUntil(client: Transaction, which: Prisma.LogKeyWhereInput, at: Date): Promise<void> {
  await client.logKey.updateMany({ where: { ...which, retiredAt: null }, data: { retiredAt: at } });
}

function toId({ projectNumber, generation }: Pick<LogKey, 'projectNumber' | 'generation'>): string {
  return `${projectNumber}.${generation}`;
}

function fromId(id: string): Pick<LogKey, 'projectNumber' | 'generation'>[] {
  const [, projectNumber, generation] = /^(\d{1,9})\.(\d{1,9})$/.exec(id) ?? [];
  if (projectNumber === undefined || generation === undefined) return [];
  return [{ projectNumber: Number(projectNumber), generation: Number(generation) }];
}
