import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import {
  findRepricedCalls,
  PRICE_BACKFILLS,
  PriceOverrides,
  selectTracesOfCalls,
  type Backfill,
} from '../../prices/index.js';
import { AssemblyRepository } from '../assembly/assembly.repository.js';
import { ProjectAssembly } from '../assembly/project-assembly.js';

const STATEMENT_MS = 60_000;
/** Traces that are assembled together. */
const BATCH = 50;
/** The ordinary assembly may write a trace at the same time with the earlier price, so the calls are looked for again. */
const MAX_PASSES = 3;

/**
 * Gives stored calls a price that was set for the past: assembles their traces again without the prices that their steps had. Repeating it
 * after an interruption continues with the calls that are left.
 */
@Injectable()
export class PriceBackfill implements JobHandler<Backfill> {
  constructor(
    jobs: Jobs,
    private readonly repository: AssemblyRepository,
    private readonly assembly: ProjectAssembly,
    private readonly overrides: PriceOverrides,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(PRICE_BACKFILLS, this);
  }

  async handle({ job, signal, fence }: Pick<JobContext<Backfill>, 'job' | 'signal' | 'fence'>): Promise<void> {
    const { payload } = job;
    const project = (await this.repository.projects([payload.projectNumber])).get(payload.projectNumber);
    if (!project) return;
    // The process may have read the overrides before the price was set.
    this.overrides.forget(project.id);
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      if ((await this.#pass(project, payload, { signal, fence })) === 0) return;
    }
  }

  /** @returns the number of traces that were assembled. */
  async #pass(
    project: ProjectIdentity,
    { priceId, ...window }: Backfill,
    tools: Pick<JobContext<Backfill>, 'signal' | 'fence'>,
  ): Promise<number> {
    const scope = Scope.of(project);
    const oldest = fromMilliseconds(this.clock()) - scope.retention;
    const [from, to] = [fromMilliseconds(window.from), fromMilliseconds(window.to)];
    const during = { from: from < oldest ? oldest : from, to };
    if (during.from >= during.to) return 0;
    const overrides = await this.overrides.overridesOf(project.id);
    const open = () => new ProjectReader(this.store, scope, Budget.inBackground(tools.signal, STATEMENT_MS));
    const { calls, keys } = await findRepricedCalls(priceId, during, overrides, open());
    let [assembled, after] = [0, ''];
    while (keys.length > 0) {
      const traces = await open().rows(selectTracesOfCalls(calls, keys, after, BATCH));
      if (traces.length === 0) break;
      const times = traces.flatMap(({ first, last }) => [BigInt(first), BigInt(last)]);
      const around = {
        from: times.reduce((a, b) => (a < b ? a : b)),
        to: times.reduce((a, b) => (a > b ? a : b)) + 1n,
      };
      const ids = traces.map(({ trace }) => trace);
      await this.assembly.assemble(project, ids, around, tools, { priceId, during });
      assembled += traces.length;
      after = ids.at(-1) ?? '';
    }
    return assembled;
  }
}
