import { restCommand } from '../../command/command.js';
import { windowFlags } from '../../command/common-flags.js';
import { wholeNumber } from '../../print/layout/units.js';
import { objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

export const fields = restCommand({
  words: ['logs', 'fields'],
  summary: 'List the fields of log records with their most frequent values',
  description:
    'Lists fields of the search language, attributes of records and attributes of resources. In very large windows only the ' +
    'newest records are read; `sampled` in the JSON is then true.',
  operation: 'logs.fields',
  flags: windowFlags('24h'),
  view: {
    kind: 'table',
    rows: fieldRows,
    columns: [
      { title: 'FIELD', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'SOURCE', field: 'source' },
      { title: 'KIND', field: 'kind' },
      { title: 'RECORDS', field: 'count', format: wholeNumber, align: 'right' },
      { title: 'DISTINCT', field: 'cardinality', format: wholeNumber, align: 'right' },
      { title: 'MOST FREQUENT', field: 'top', flexible: true, paint: (_, colors) => colors.dim },
    ],
    empty: 'No log records in this window.',
  },
});

function fieldRows(answer: Json): readonly JsonObject[] {
  return objectsAt(answer, 'fields').map((field) => ({
    ...field,
    top: objectsAt(field, 'values')
      .map(({ value, count }) => `${plainText(value)} (${wholeNumber(count ?? 0)})`)
      .join(', '),
  }));
}
