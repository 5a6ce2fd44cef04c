import type { Labels, Matcher } from '@svc/promql';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { TimeRange } from '@svc/reading/time';
import { EventLoopYielder, sortYielding } from '@svc/runtime';
import { baseNames, GAUGE, SUM, SUMMARY } from '../naming/family.js';
import { unitWords } from '../naming/units.js';
import type { NamedFamily } from '../source/catalog.js';
import { listSeries } from '../source/listing.js';
import { streamed, success, type Answer } from './answer.js';
import { invalid } from './parameters.js';
import { CUT, type Asked } from './queries.js';
import { metricJson } from './result-json.js';

/** A request that lists what there is. */
export interface AskedList extends Asked {
  readonly reader: ProjectReader;
}

/** Labels of the series of some selectors. */
export async function series(asked: AskedList): Promise<Answer> {
  const selectors = asked.parameters.selectors();
  if (selectors.length === 0) throw invalid('match[]', 'is required');
  const limit = asked.parameters.limit() ?? Infinity;
  const found: Labels[] = [];
  let isCut = false;
  for await (const labels of everySeries(asked, selectors)) {
    isCut = found.length === limit;
    if (isCut) break;
    found.push(labels);
  }
  return streamed(writeSeries(found), notesOf(asked, isCut));
}

/** Names of labels. */
export async function labelNames(asked: AskedList): Promise<Answer> {
  const names = new Set<string>();
  for await (const labels of everySeries(asked, selectorsOf(asked)))
    for (const [name] of labels.entries()) names.add(name);
  return listAnswer(asked, names);
}

/** Values of a label. */
export async function labelValues(asked: AskedList): Promise<Answer> {
  const { parameters } = asked;
  const name = decodeLabel(parameters.text('label'));
  const selectors = selectorsOf(asked);
  // Lists of metrics are asked for often, and need no series.
  if (name === '__name__' && selectors.flat().every((matcher) => matcher.name === name)) {
    return listAnswer(asked, await metricNames(asked, selectors));
  }
  const values = new Set<string>();
  for await (const labels of everySeries(asked, selectors)) {
    const value = labels.get(name);
    if (value !== '') values.add(value);
  }
  return listAnswer(asked, values);
}

async function metricNames(asked: AskedList, selectors: readonly (readonly Matcher[])[]): Promise<Set<string>> {
  const { from } = rangeOf(asked);
  const found = await Promise.all(selectors.map((matchers) => asked.source.catalog.names(matchers, from)));
  return new Set(found.flat());
}

/** Types, units and descriptions by metric. */
export async function metadata(asked: AskedList): Promise<Answer> {
  const { parameters, source } = asked;
  const metric = parameters.text('metric');
  const perMetric = parameters.limit('limit_per_metric') ?? Infinity;
  const limit = parameters.limit() ?? Infinity;
  const found = new Map<string, Record<string, string>[]>();
  for (const family of await source.catalog.families(source.toRange(-1, asked.nowMs).from)) {
    const [name = ''] = baseNames(family).map((base) => base.name);
    if (metric !== '' && name !== metric) continue;
    const facts = found.get(name) ?? [];
    if (found.size >= limit && facts.length === 0) break;
    const fact = { type: typeOf(family), help: family.description, unit: unitWords(family.unit).join('_') };
    const isKnown = facts.some((known) => JSON.stringify(known) === JSON.stringify(fact));
    if (!isKnown && facts.length < perMetric) found.set(name, [...facts, fact]);
  }
  return success(Object.fromEntries(found));
}

function typeOf({ type, isMonotonic }: NamedFamily): string {
  if (type === GAUGE || (type === SUM && !isMonotonic)) return 'gauge';
  return type === SUM ? 'counter' : type === SUMMARY ? 'summary' : 'histogram';
}

/** All series if no selector is given. */
function selectorsOf({ parameters }: AskedList): (readonly Matcher[])[] {
  const selectors = parameters.selectors();
  return selectors.length === 0 ? [[]] : selectors;
}

async function* everySeries(asked: AskedList, selectors: readonly (readonly Matcher[])[]): AsyncGenerator<Labels> {
  const { source, reader } = asked;
  const range = rangeOf(asked);
  const seen = new Set<string>();
  for (const matchers of selectors) {
    for await (const labels of listSeries(source.catalog, reader, matchers, range)) {
      if (!seen.has(labels.key)) yield labels;
      seen.add(labels.key);
    }
  }
}

/** The time of the series that are listed: all that is kept, unless the request says otherwise. */
function rangeOf({ parameters, source, nowMs }: AskedList): TimeRange {
  const end = parameters.time('end') ?? nowMs;
  const start = parameters.time('start') ?? 0;
  if (end < start) throw invalid('end', 'must not be before start');
  return source.toRange(start - 1, end);
}

async function listAnswer(asked: AskedList, values: ReadonlySet<string>): Promise<Answer> {
  const limit = asked.parameters.limit() ?? Infinity;
  const sorted = await sortYielding([...values], (a, b) => (a < b ? -1 : 1));
  return success(sorted.slice(0, limit), notesOf(asked, sorted.length > limit));
}

function notesOf({ source }: AskedList, isCut: boolean) {
  return { warnings: [...source.warnings, ...(isCut ? [CUT] : [])], infos: [] };
}

async function* writeSeries(series: readonly Labels[]): AsyncGenerator<string> {
  const yielder = new EventLoopYielder();
  yield '[';
  for (const [at, labels] of series.entries()) {
    yield (at === 0 ? '' : ',') + metricJson(labels);
    if (yielder.isDue()) await yielder.yield();
  }
  yield ']';
}

/** Names that are no identifiers may be sent as `U__`, with underscores doubled and other characters by their code points. */
function decodeLabel(name: string): string {
  if (!name.startsWith('U__')) return name;
  return name.slice(3).replaceAll(/__|_([0-9a-fA-F]{1,6})_/g, (whole, code?: string) => {
    const point = code === undefined ? 0x5f : Number.parseInt(code, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}
