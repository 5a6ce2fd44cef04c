import { sql } from '@svc/reading/statement';
import {
  countCells,
  resourceCells,
  sampled,
  selectCounted,
  type FieldSource,
  type SampledRecords,
  type WantedFields,
} from './fields.query.js';
import type { NamedAttribute } from './renamed-attributes.js';
import { renamedCells } from './renamed-cells.js';

/** The same as `selectFields`, for attributes that the records have under several names. */
export function selectRenamedFields(
  source: FieldSource,
  records: SampledRecords,
  attributes: readonly NamedAttribute[],
  wanted: WantedFields,
) {
  const isIn = (source: string): boolean => attributes.some((attribute) => attribute.source === source);
  const ofRecords = sql`SELECT arrayJoin(${renamedCells(attributes, 'attribute', sql`attributes`)}) AS cell
FROM (${sampled(source, records, sql`attributes`)})`;
  const ofResources = resourceCells(source, records, (_, map) => renamedCells(attributes, 'resource', map));
  const counted = [
    ...(isIn('attribute') ? [countCells(ofRecords, sql`count()`)] : []),
    ...(isIn('resource') ? [countCells(ofResources, sql`sum(weight)`)] : []),
  ];
  return selectCounted(counted, wanted);
}
