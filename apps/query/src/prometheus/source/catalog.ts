import { PromqlError, type Matcher } from '@svc/promql';
import type { ProjectReader } from '@svc/reading/project-reader';
import { EventLoopYielder, mapYielding } from '@svc/runtime';
import { isHistogramAsked, spellingsOf, type Family } from '../naming/family.js';
import { selectFamilies } from './families.query.js';
import { Judge, valuesOf, type FoundSeries } from './judge.js';
import { selectStreams } from './streams.query.js';

/** A project has hundreds of metrics; more families come from a sender that puts IDs into names. */
const MAX_FAMILIES = 20_000;
/** The most streams of which labels are compared. */
const MAX_STREAMS = 200_000;

export interface NamedFamily extends Family {
  readonly description: string;
}

/** Finds metrics and streams by matchers. */
export class Catalog {
  readonly #families = new Map<bigint, Promise<NamedFamily[]>>();

  constructor(
    private readonly reader: ProjectReader,
    private readonly warnings: Set<string>,
  ) {}

  /** The families that may have points since a time in nanoseconds. @throws PromqlError if there are too many. */
  families(since: bigint): Promise<NamedFamily[]> {
    const known = this.#families.get(since) ?? this.#readFamilies(since);
    this.#families.set(since, known);
    return known;
  }

  /**
   * The series that matchers accept, apart from labels of buckets and quantiles.
   *
   * @param max the most series; undefined to list what there is up to the limit of streams.
   * @throws PromqlError if there are more.
   */
  async find(matchers: readonly Matcher[], since: bigint, max: number, isListing = false): Promise<FoundSeries[]> {
    const names = matchers.filter(({ name }) => name === '__name__');
    const others = matchers.filter(({ name }) => name !== '__name__');
    const metrics = await this.#namesOf(names, since);
    const found: FoundSeries[] = [];
    if (metrics.length === 0) return found;
    const judge = new Judge(names, others);
    const yielder = new EventLoopYielder(1);
    const selection = { scope: this.reader.scope, since, metrics, values: valuesOf(others), limit: MAX_STREAMS + 1 };
    let streams = 0;
    for await (const rows of this.reader.stream(selectStreams(selection), { maxResultRows: MAX_STREAMS + 1 })) {
      for (const row of rows) {
        found.push(...judge.accept(row));
        if (found.length > max || ++streams > MAX_STREAMS) {
          if (!isListing)
            throw new PromqlError('execution', `query selects more than ${Math.min(max, MAX_STREAMS)} series`);
          this.warnings.add(`there are more than ${found.length} series, of which the others were not read`);
          return found;
        }
        if (yielder.isDue()) await yielder.yield();
      }
    }
    return found;
  }

  /** The names of the metrics that matchers of names accept, each in the spelling that answers have. */
  async names(matchers: readonly Matcher[], since: bigint): Promise<string[]> {
    const found = await mapYielding(await this.families(since), (family) => spellingsOf(family, matchers));
    return found.flat().flatMap(([spelling]) => spelling?.metric ?? []);
  }

  async #namesOf(names: readonly Matcher[], since: bigint): Promise<string[]> {
    const metrics = new Set<string>();
    const yielder = new EventLoopYielder(1);
    for (const family of await this.families(since)) {
      if (spellingsOf(family, names).length > 0) metrics.add(family.name);
      if (isHistogramAsked(family, names)) this.#warnOfHistogram(family);
      if (yielder.isDue()) await yielder.yield();
    }
    return [...metrics];
  }

  #warnOfHistogram({ name }: Family): void {
    this.warnings.add(`the metric ${name} is an exponential histogram: only its _count and _sum can be queried`);
  }

  async #readFamilies(since: bigint): Promise<NamedFamily[]> {
    const rows = await this.reader.rows(selectFamilies(this.reader.scope, since, MAX_FAMILIES + 1));
    if (rows.length > MAX_FAMILIES) throw new PromqlError('execution', `there are more than ${MAX_FAMILIES} metrics`);
    return rows.map(({ name, kind, delta, monotonic, stated_unit: unit, sent, help }) => ({
      name,
      type: kind,
      unit,
      isMonotonic: monotonic,
      isDelta: delta,
      isSent: sent,
      description: help,
    }));
  }
}
