import type { Labels, Matcher } from '@svc/promql';
import { PromqlError } from '@svc/promql';
import type { ProjectReader } from '@svc/reading/project-reader';
import { EventLoopYielder } from '@svc/runtime';
import { isHistogramAsked, spellingsOf, type Family, type Spelling } from '../naming/family.js';
import { toLabels } from '../naming/labels.js';
import { selectFamilies } from './families.query.js';
import { selectStreams, type StreamRow } from './streams.query.js';

/** A project has hundreds of metrics; more families come from a sender that puts IDs into names. */
const MAX_FAMILIES = 20_000;
/** The most streams of which labels are compared. */
const MAX_STREAMS = 200_000;

/** A series, of which buckets and quantiles are not told apart yet. */
export interface FoundSeries {
  readonly labels: Labels;
  readonly spelling: Spelling;
  readonly hash: string;
}

export interface NamedFamily extends Family {
  readonly description: string;
}

/** The label that tells the series of a part apart. */
export const KEY_LABELS: Readonly<Partial<Record<string, string>>> = { bucket: 'le', quantile: 'quantile' };

/** Labels that come from the resource or the part, not from an attribute. */
const NOT_ATTRIBUTES = new Set([
  '__name__',
  'le',
  'quantile',
  'deployment_environment_name',
  'deployment.environment.name',
]);

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
    const yielder = new EventLoopYielder();
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

  async #namesOf(names: readonly Matcher[], since: bigint): Promise<string[]> {
    const metrics = new Set<string>();
    const yielder = new EventLoopYielder();
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

/** Decides which series of streams are wanted, and in which spelling. */
class Judge {
  readonly #spellings = new Map<string, Spelling[][]>();

  constructor(
    private readonly names: readonly Matcher[],
    private readonly others: readonly Matcher[],
  ) {}

  accept(row: StreamRow): FoundSeries[] {
    const { hash, service, task: job, replica: instance, deployment: environment, labels: attributes } = row;
    const stream = { attributes, service, job, instance, environment };
    return this.#spellingsOf(row).flatMap((ofPart) => {
      for (const spelling of ofPart) {
        const labels = toLabels(stream, spelling);
        const key = KEY_LABELS[spelling.part];
        const isWanted = this.others.every(
          ({ name }, at) => name === key || this.others[at]?.matches(labels.get(name)),
        );
        if (isWanted) return [{ labels, spelling, hash }];
      }
      return [];
    });
  }

  #spellingsOf({ name, kind, delta, monotonic, stated_unit: unit, sent }: StreamRow): Spelling[][] {
    const family = { name, type: kind, unit, isMonotonic: monotonic, isDelta: delta, isSent: sent };
    const key = JSON.stringify(family);
    const known = this.#spellings.get(key) ?? spellingsOf(family, this.names);
    this.#spellings.set(key, known);
    return known;
  }
}

/** The values that each wanted stream has somewhere, whatever the name of the label is there. Joined values are those of no attribute. */
function valuesOf(matchers: readonly Matcher[]): string[] {
  return matchers
    .filter(
      ({ type, name, value }) => type === '=' && value !== '' && !value.includes(';') && !NOT_ATTRIBUTES.has(name),
    )
    .map(({ value }) => value);
}
