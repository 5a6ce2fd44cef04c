import { formatValue, type Labels, type Matcher } from '@svc/promql';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { TimeRange } from '@svc/reading/time';
import { EventLoopYielder } from '@svc/runtime';
import type { Catalog } from './catalog.js';
import { KEY_LABELS } from './judge.js';
import { selectKeys } from './points.query.js';
import { toGroups, type Group } from './rows.js';

/** The most series that are listed or looked at for their labels. */
const MAX_LISTED = 50_000;

/** Lists the labels of series that matchers accept and that may have points in a range, each once. */
export async function* listSeries(
  catalog: Catalog,
  reader: ProjectReader,
  matchers: readonly Matcher[],
  range: TimeRange,
): AsyncGenerator<Labels> {
  const yielder = new EventLoopYielder(1);
  const seen = new Set<string>();
  for (const group of toGroups(await catalog.find(matchers, range.from, MAX_LISTED, true), false)) {
    const keys = KEY_LABELS[group.part] === undefined ? undefined : await readKeys(group, reader, range);
    for (const { labels: base, hash } of group.series) {
      for (const labels of keys ? expand(base, KEY_LABELS[group.part] ?? '', keys.get(hash) ?? []) : [base]) {
        const isWanted = !keys || matchers.every((matcher) => matcher.matches(labels.get(matcher.name)));
        if (isWanted && !seen.has(labels.key)) yield labels;
        seen.add(labels.key);
        if (yielder.isDue()) await yielder.yield();
      }
    }
  }
}

/** The bounds or quantiles of streams by their hashes. */
async function readKeys({ type, part, series }: Group, reader: ProjectReader, range: TimeRange) {
  const metrics = [...new Set(series.map(({ spelling }) => spelling.family.name))];
  const hashes = series.map(({ hash }) => BigInt(hash));
  const rows = await reader.rows(selectKeys({ scope: reader.scope, range, metrics, hashes, type, part }));
  return new Map(rows.map(({ hash, keys }) => [hash, part === 'bucket' ? [...keys, Infinity] : keys]));
}

function expand(base: Labels, name: string, keys: readonly (number | null)[]): Labels[] {
  return keys.map((key) => base.with(name, formatValue(key ?? Infinity)));
}
