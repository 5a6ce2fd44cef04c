import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogFieldSchema, LogsFieldsResponseSchema } from '@svc/contract';
import type { LogFieldRow } from './fields.query.js';
import type { FoundFields } from './fields.service.js';

export function toLogFields({
  rows,
  scanned,
  total,
  isTruncated,
}: FoundFields): MessageInitShape<typeof LogsFieldsResponseSchema> {
  return {
    fields: rows.map(toLogField),
    scanned: BigInt(scanned),
    total: BigInt(total),
    sampled: scanned < total,
    truncated: isTruncated,
  };
}

function toLogField(row: LogFieldRow): MessageInitShape<typeof LogFieldSchema> {
  const { name, source, records, cardinality, top } = row;
  return {
    name,
    source,
    kind: row.is_boolean ? 'boolean' : row.is_number ? 'number' : 'string',
    count: BigInt(records),
    cardinality: BigInt(cardinality),
    values: top.map(([value, count]) => ({ value, count: BigInt(count) })),
  };
}
