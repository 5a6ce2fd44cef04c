import { toText } from '../time/window.js';
import type { Item } from '../words/item.js';

const KINDS: Readonly<Record<Item['kind'], string>> = {
  subject: '',
  find: 'search for',
  who: 'persons who triggered an event',
  count: 'number',
  series: 'figures over time',
  interval: 'for each',
  level: 'level',
  traceStatus: 'traces with status',
  issueStatus: 'issues with status',
  order: 'order',
  extreme: 'extreme',
  agg: 'aggregation',
  measure: 'figure',
  figure: 'figure of models',
  modelGroup: 'grouped by',
  runStatus: 'runs with status',
  vague: 'unclear',
  to: 'next step',
  and: 'both',
  or: 'either',
  filler: '',
  limit: 'at most',
  group: 'grouped by',
  name: '',
  excluded: 'without',
  text: 'containing',
  excludedText: 'without the text',
  excludedLevel: 'without level',
  attribute: 'attribute',
  longerThan: 'milliseconds at least',
  operation: 'operation',
  person: 'person',
  traceId: 'trace',
  window: 'time',
  clock: 'time of the day',
};

/** What an item means, in words. */
export function meaningOf({ kind, value, names = [], windows = [], isUncertain }: Item): string {
  if (kind === 'window') return windows.map(({ from, to }) => `from ${toText(from)} to ${toText(to)}`).join(' or ');
  if (kind === 'clock') return windows.map(({ from, to }) => `from ${toClock(from)} to ${toClock(to)}`).join(' or ');
  const named = names.map((name) => `${name.kind} "${name.name}"`).join(kind === 'excluded' ? ' and ' : ' or ');
  if (kind === 'name') return isUncertain ? `perhaps ${named}` : named;
  return [KINDS[kind], named, kind === 'excluded' || kind === 'count' || kind === 'series' ? '' : value]
    .filter((part) => part !== '')
    .join(' ');
}

const toClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
