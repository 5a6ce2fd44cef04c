import type { OnApplicationBootstrap, OnModuleDestroy, Provider } from '@nestjs/common';
import { openFor, sealFor, type KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { KEY_RING, LOGGER, RELATIONAL } from '@svc/runtime';
import { startDelayed, type BackgroundJob } from './background-job.js';

export interface SealedRow {
  readonly id: string;
  readonly sealed: string;
  /** The context that the value was sealed with, such as its table and row. */
  readonly place: string;
  /** The destination of a secret that is sealed for one. */
  readonly destination?: string;
}

/** The rows of a table that have a sealed value. */
export interface SealedRows {
  /** Name of the kind of rows, for logs: `channel`. */
  readonly kind: string;
  /** The next rows whose value does not begin with `prefix`, a pattern of `startsWith`: by ID, from the first ID after `after`. */
  page(after: string | undefined, prefix: string, take: number): Promise<readonly SealedRow[]>;
  /** Writes the value unless the row has another one by now. */
  replace(row: SealedRow, sealed: string): Promise<{ readonly count: number }>;
}

const BATCH = 100;

/**
 * Encrypts stored secrets again with the first key of the ring, once at every start, so that a replaced key can be
 * removed. Safe to run in several processes and concurrently with writers.
 */
export class Resealer implements OnApplicationBootstrap, OnModuleDestroy {
  #job: BackgroundJob | undefined;

  /** The provider of a module whose tables have sealed values. Needs RELATIONAL, KEY_RING and LOGGER of the process. */
  static of(...tables: readonly ((relational: Relational) => SealedRows)[]): Provider {
    return {
      provide: Resealer,
      inject: [RELATIONAL, KEY_RING, LOGGER],
      useFactory: (relational: Relational, keyRing: KeyRing, logger: Logger) =>
        new Resealer(
          tables.map((table) => table(relational)),
          keyRing,
          logger,
        ),
    };
  }

  constructor(
    private readonly tables: readonly SealedRows[],
    private readonly keyRing: KeyRing,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#job = startDelayed(() => {
      const running = this.reseal().catch((cause: unknown) => {
        this.logger.warn(
          { err: cause },
          'could not re-encrypt secrets with the current key; retrying at the next start',
        );
      });
      return { stop: async () => void (await running) };
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#job?.stop();
  }

  /** @returns how many were encrypted again; one whose key is missing is logged and stays. */
  async reseal(): Promise<number> {
    // Escapes the underscore in key IDs, because startsWith becomes LIKE, where an underscore matches any character.
    const prefix = this.keyRing.currentPrefix.replaceAll('_', String.raw`\_`);
    let resealed = 0;
    for (const table of this.tables)
      for (let after: string | undefined; ;) {
        const rows = await table.page(after, prefix, BATCH);
        for (const row of rows) resealed += await this.#resealOne(table, row);
        after = rows.at(-1)?.id;
        if (after === undefined) break;
      }
    return resealed;
  }

  async #resealOne(table: SealedRows, row: SealedRow): Promise<number> {
    let again: string;
    try {
      again = this.#sealAgain(row);
    } catch (cause) {
      const message =
        'could not re-encrypt a secret with the current key: the key that it was encrypted with is missing';
      this.logger.error({ err: cause, kind: table.kind, id: row.id }, message);
      return 0;
    }
    return (await table.replace(row, again)).count;
  }

  #sealAgain({ sealed, place, destination }: SealedRow): string {
    return destination === undefined
      ? this.keyRing.seal(this.keyRing.open(sealed, place), place)
      : sealFor(this.keyRing, openFor(this.keyRing, sealed, place, destination), place, destination);
  }
}
