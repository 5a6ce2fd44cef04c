import type { FieldRow } from './fields.query.js';
import type { FoundFields } from './read-fields.js';

/** Fields in the form of the responses of every signal, which have the same members. */
export function toFields({ rows, scanned, total, isTruncated }: FoundFields) {
  return {
    fields: rows.map(toField),
    scanned: BigInt(scanned),
    total: BigInt(total),
    sampled: scanned < total,
    truncated: isTruncated,
  };
}

function toField(row: FieldRow) {
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
