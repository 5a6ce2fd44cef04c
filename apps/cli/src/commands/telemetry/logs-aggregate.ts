import { restCommand } from '../../command/command.js';
import { percentage, wholeNumber } from '../../print/layout/units.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

export const aggregate = restCommand({
  words: ['logs', 'aggregate'],
  summary: 'Count log records by the values of up to three fields',
  description:
    'Groups by fields of the search language or by attributes. The last line counts the records of all remaining groups.',
  examples: [
    'svc logs aggregate --group-by service',
    'svc logs aggregate --group-by service,level --since 6h',
    'svc logs aggregate --group-by http.route -o json',
  ],
  operation: 'logs.aggregate',
  flags: [
    {
      name: 'group-by',
      kind: 'string',
      format: 'not_empty',
      required: true,
      sends: 'group_by',
      description: 'one to three fields, separated by commas',
    },
    {
      name: 'since',
      kind: 'string',
      format: 'bound',
      sends: 'start_time',
      description:
        'start of the window: a duration back from now (30m, 6h, 7d) or an RFC 3339 timestamp; one hour by default',
    },
  ],
  view: {
    kind: 'table',
    rows: groupRows,
    columns: [
      { title: 'GROUP', field: 'group', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'RECORDS', field: 'count', format: wholeNumber, align: 'right' },
      { title: 'SHARE', field: 'share', format: percentage, align: 'right' },
    ],
    empty: 'No log records in this window.',
  },
});

/** Returns one row for each group and one for the rest, with shares of all records. */
function groupRows(answer: Json): readonly JsonObject[] {
  if (!isObject(answer)) return [];
  const names = Array.isArray(answer['group_by']) ? answer['group_by'].map(plainText) : [];
  const share = (count: Json | undefined): number => Number(count ?? 0) / Number(answer['total'] ?? 1);
  const groups = objectsAt(answer, 'groups').map(({ values, count = 0 }) => {
    const known = isObject(values) ? values : {};
    const group = names.map((name) => `${name}=${known[name] === undefined ? '(none)' : plainText(known[name])}`);
    return { group: group.join(' '), count, share: share(count) };
  });
  const rest = isObject(answer['rest']) ? answer['rest'] : {};
  const left = Number(rest['group_count'] ?? 0);
  if (left === 0) return groups;
  const group = `(${wholeNumber(left)} more ${left === 1 ? 'group' : 'groups'})`;
  return [...groups, { group, count: rest['count'] ?? 0, share: share(rest['count']) }];
}
