import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { isObject, plainText, type Json } from '../../runtime/values/json.js';

const SEGMENT_ID: Argument<'segment_id'> = {
  name: 'segment-id',
  sends: 'segment_id',
  description: 'ID of the segment',
};

const list = restCommand({
  words: ['segments', 'list'],
  summary: 'List the segments of accounts',
  operation: 'segments.list',
  view: {
    kind: 'table',
    rows: 'segments',
    columns: [
      ID,
      { title: 'NAME', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'TYPE', field: 'group_type', dropOrder: 2 },
      { title: 'FILTERS', field: 'filters', format: filtersText, flexible: true },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No segments.',
  },
});

const create = restCommand({
  words: ['segments', 'create'],
  summary: 'Create a segment of accounts',
  examples: [
    `svc segments create --json '{"name":"Busy","group_type":"company","filters":[{"field":"events_7d","op":"gte","value":100}]}'`,
  ],
  operation: 'segments.create',
  body: 'name, group_type, filters[{field, op, value}]',
  view: confirmation({ said: 'Created the segment {name}', next: 'svc segments preview {id}' }),
});

const update = restCommand({
  words: ['segments', 'update'],
  summary: 'Update a segment; absent fields keep their values',
  operation: 'segments.update',
  arguments: [SEGMENT_ID],
  body: 'any of name, group_type, filters[{field, op, value}]',
  view: confirmation({ said: 'Updated the segment {name}' }),
});

const remove = restCommand({
  words: ['segments', 'delete'],
  summary: 'Delete a segment; its accounts are not affected',
  operation: 'segments.delete',
  arguments: [SEGMENT_ID],
  destructive: true,
  done: { deleted: true },
});

const preview = restCommand({
  words: ['segments', 'preview'],
  summary: 'Show the current accounts of a segment',
  operation: 'segments.preview',
  arguments: [SEGMENT_ID],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/segment-preview.js')).printSegmentPreview(answer, page),
  },
});

export const SEGMENTS: Family = {
  groups: { segments: 'Segments of accounts' },
  commands: [list, create, update, remove, preview],
};

/** Formats filters: `property.plan eq "pro" and events_7d gte 100`. */
function filtersText(filters: Json): string {
  if (!Array.isArray(filters)) return '';
  const texts = filters.filter(isObject).map(({ field, op, value }) => {
    const operand = value === undefined ? '' : ` ${JSON.stringify(value)}`;
    return `${plainText(field)} ${plainText(op)}${operand}`;
  });
  return texts.join(' and ');
}
