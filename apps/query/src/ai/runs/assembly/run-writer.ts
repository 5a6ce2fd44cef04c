import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { NativeBlock } from '@svc/otlp/native';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Transaction } from '@svc/relational';
import { COLUMN_STORE, PUB_SUB } from '@svc/runtime';
import { ChangedPeriods } from '../../../changed-periods/index.js';
import type { AssemblyTools } from './assembly-tools.js';
import { AssemblyRepository } from './assembly.repository.js';
import type { RunBlocks } from './thread/encode-runs.js';

/** Announces that runs were assembled. Messages have no content and may be lost. */
export const RUNS_ASSEMBLED_CHANNEL = 'agent-runs.assembled';

const LONG_INSERT_MS = 60_000;

/** Replaces the stored rows of runs and their steps, while this process has the lease, and announces the runs. */
@Injectable()
export class RunWriter {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly repository: AssemblyRepository,
    private readonly changes: ChangedPeriods,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
  ) {}

  /**
   * Rows whose key is gone are marked as deleted first: an interruption at any place leaves runs that are found again by their traces,
   * which the next attempt assembles from the beginning.
   *
   * @throws LeaseLostError
   */
  async write(
    project: ProjectIdentity,
    { lostRuns, steps, stepHours, runs }: RunBlocks,
    tools: AssemblyTools,
  ): Promise<void> {
    await this.#insert(lostRuns, tools);
    await this.#insertSteps(project.number, steps, stepHours, tools);
    await this.#insert(runs, tools);
    // A lost announcement only delays what follows.
    if (runs.rows > 0) void this.pubSub.publish(RUNS_ASSEMBLED_CHANNEL, '');
  }

  /** Marks the hours of the steps, and again if the insert took so long that they may have been counted before its end. */
  async #insertSteps(
    projectNumber: number,
    steps: NativeBlock,
    hours: readonly bigint[],
    tools: AssemblyTools,
  ): Promise<void> {
    const begin = performance.now();
    await this.#insert(steps, tools, (tx) => this.changes.mark(projectNumber, hours, tx));
    if (performance.now() - begin > LONG_INSERT_MS) await this.changes.mark(projectNumber, hours);
  }

  async #insert(
    block: NativeBlock,
    { signal, fence }: AssemblyTools,
    before?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    if (block.rows === 0) return;
    await this.repository.transaction(async (tx) => {
      await fence(tx);
      await before?.(tx);
    });
    await this.store.insertBlock(block, { deduplicationToken: `agent-runs/${randomUUID()}`, signal });
  }
}
