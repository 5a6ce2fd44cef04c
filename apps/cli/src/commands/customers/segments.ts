import { restCommand, type Argument, type Family } from '../../command/command.js';
import { isObject, plainText, type Json } from '../../values/json.js';
import { printSegmentPreview } from '../../print/views/segment-preview.js';
import { toSecond } from '../../print/layout/units.js';

const SEGMENT_ID: Argument<'segment_id'> = {
  name: 'segment-id',
  sends: 'segment_id',
  description: 'id of the segment',
};

const list = restCommand({
  words: ['segments', 'list'],
  summary: 'List the watched segments of accounts',
  operation: 'segments.list',
  view: {
    kind: 'table',
    rows: 'segments',
    columns: [
      { title: 'ID', field: 'id' },
      { title: 'NAME', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'TYPE', field: 'group_type' },
      { title: 'FILTERS', field: 'filters', format: filtersText, flexible: true },
      { title: 'CHANGED', field: 'updated_at', format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No segments.',
  },
});

const create = restCommand({
  words: ['segments', 'create'],
  summary: 'Keep a segment of accounts',
  examples: [
    `svc segments create --json '{"name":"Busy","group_type":"company","filters":[{"field":"events_7d","op":"gte","value":100}]}'`,
  ],
  operation: 'segments.create',
  body: 'name, group_type, filters[{field, op, value}]',
});

const update = restCommand({
  words: ['segments', 'update'],
  summary: 'Change a segment; absent fields stay',
  operation: 'segments.update',
  arguments: [SEGMENT_ID],
  body: 'any of name, group_type, filters[{field, op, value}]',
});

const remove = restCommand({
  words: ['segments', 'delete'],
  summary: 'Delete a segment; the accounts stay',
  operation: 'segments.delete',
  arguments: [SEGMENT_ID],
  destructive: true,
  done: { deleted: true },
});

const preview = restCommand({
  words: ['segments', 'preview'],
  summary: 'Show which accounts belong to a segment now',
  operation: 'segments.preview',
  arguments: [SEGMENT_ID],
  view: { kind: 'text', print: printSegmentPreview },
});

export const SEGMENTS: Family = {
  groups: { segments: 'Watched segments of accounts' },
  commands: [list, create, update, remove, preview],
};

/** `property.plan eq "pro" and events_7d gte 100`. */
function filtersText(filters: Json): string {
  if (!Array.isArray(filters)) return '';
  const texts = filters.filter(isObject).map(({ field, op, value }) => {
    const operand = value === undefined ? '' : ` ${JSON.stringify(value)}`;
    return `${plainText(field)} ${plainText(op)}${operand}`;
  });
  return texts.join(' and ');
}
