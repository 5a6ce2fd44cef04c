import { formatValue, type Matcher, type RawSeries, type Selection, type SeriesSource } from '@svc/promql';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds, type TimeRange } from '@svc/reading/time';
import { EventLoopYielder } from '@svc/runtime';
import { Catalog } from './catalog.js';
import { KEY_LABELS, type FoundSeries } from './judge.js';
import { selectPoints, type PointRow } from './points.query.js';
import { bySeries, SharedSeries, toGroups, type Group } from './rows.js';
import { accumulate, concatenate, decodeDoubles, withoutRepeats, type Samples } from './samples.js';

/** The most series of a selector. */
export const MAX_SERIES = 50_000;
/** Rows of one statement: a series has one for each six hours. */
const MAX_ROWS = 2_000_000;

/** The streams that are read, and how. */
interface Reading {
  readonly range: TimeRange;
  readonly isWhole: boolean;
  /** Conditions on the label of buckets or quantiles. */
  readonly keys: readonly Matcher[];
  /** Labels that several streams have. */
  readonly shared: ReadonlySet<string>;
  readonly held: SharedSeries;
}

/** Reads the series of a project from the column store. */
export class ColumnarSource implements SeriesSource {
  readonly warnings = new Set<string>();
  readonly catalog: Catalog;

  /** @param nowMs the present, from which the retention of the project counts. */
  constructor(
    private readonly reader: ProjectReader,
    private readonly nowMs: number,
  ) {
    this.catalog = new Catalog(reader, this.warnings);
  }

  async *select({ matchers, after, until }: Selection): AsyncGenerator<readonly RawSeries[]> {
    const range = this.toRange(after, until);
    if (range.from >= range.to) return;
    const found = await this.catalog.find(matchers, range.from, MAX_SERIES);
    const shared = this.#findShared(found);
    const held = new SharedSeries();
    const isWhole = matchers.every(({ name }) => name === '__name__');
    for (const group of toGroups(found, isWhole)) {
      const keys = matchers.filter(({ name }) => name === KEY_LABELS[group.part]);
      yield* this.#read(group, { range, isWhole, keys, shared, held });
    }
    yield* held.join();
  }

  /** The times that can have points, in nanoseconds. @param after exclusive, in milliseconds. */
  toRange(after: number, until: number): TimeRange {
    const oldest = fromMilliseconds(this.nowMs) - this.reader.scope.retention;
    const from = fromMilliseconds(Math.floor(after) + 1);
    return { from: from < oldest ? oldest : from, to: fromMilliseconds(Math.floor(until) + 1) };
  }

  async *#read({ type, part, series }: Group, reading: Reading): AsyncGenerator<readonly RawSeries[]> {
    const { range, isWhole, shared, held } = reading;
    const byStream = new Map(series.map((one) => [streamKey(one.spelling.family.name, one.hash), one]));
    const metrics = [...new Set(series.map(({ spelling }) => spelling.family.name))];
    const hashes = isWhole ? undefined : series.map(({ hash }) => BigInt(hash));
    const statement = selectPoints({ scope: this.reader.scope, range, metrics, hashes, type, part });
    const yielder = new EventLoopYielder(1);
    for await (const batch of bySeries(this.reader.stream(statement, { maxResultRows: MAX_ROWS }))) {
      const ready: RawSeries[] = [];
      for (const rows of batch) {
        const [first] = rows;
        const found = first && byStream.get(streamKey(first.name, first.hash));
        const raw = found && this.#toRaw(found, first.bound, rows, reading.keys);
        if (raw && shared.has(found.labels.key)) held.hold(raw);
        else if (raw) ready.push(raw);
        if (yielder.isDue()) await yielder.yield();
      }
      yield ready;
    }
  }

  /** Undefined if the bucket or the quantile is not wanted. */
  #toRaw(
    { labels: base, spelling: { family, part } }: FoundSeries,
    bound: number | null,
    rows: readonly PointRow[],
    keys: readonly Matcher[],
  ): RawSeries | undefined {
    const key = KEY_LABELS[part];
    const labels = key === undefined ? base : base.with(key, formatValue(bound ?? Infinity));
    if (!keys.every((matcher) => matcher.matches(labels.get(matcher.name)))) return undefined;
    const samples = withoutRepeats(concatenate(rows.map(toSamples)));
    if (!family.isDelta) return { labels, ...samples };
    this.#warnOfChanges(family.name);
    return { labels, ...accumulate(samples) };
  }

  /** The labels that several streams have; buckets and quantiles have these and one more. */
  #findShared(found: readonly FoundSeries[]): ReadonlySet<string> {
    const seen = new Set<string>();
    const shared = new Set<string>();
    for (const { labels, spelling } of found) {
      if (seen.has(labels.key)) shared.add(labels.key);
      if (seen.has(labels.key)) this.#warnOfShared(spelling.metric);
      seen.add(labels.key);
    }
    return shared;
  }

  #warnOfShared(metric: string): void {
    this.warnings.add(
      `several streams of ${metric} have the same labels and are read as one: give each a service.instance.id`,
    );
  }

  #warnOfChanges(metric: string): void {
    const meaning = 'only its rates and increases are meaningful';
    this.warnings.add(`${metric} is sent as changes, which are added up from the first one that is read: ${meaning}`);
  }
}

const streamKey = (name: string, hash: string): string => `${hash} ${name}`;

const toSamples = ({ times, figures }: PointRow): Samples => ({
  times: decodeDoubles(times),
  values: decodeDoubles(figures),
});
