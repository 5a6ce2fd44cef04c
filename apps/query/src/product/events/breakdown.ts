import { valueText } from '@svc/property-filters';
import { sql, uint64, uint64s, type Sql } from '@svc/reading/statement';

/** Longer values with the same first characters count as one. */
const MAX_VALUE_LENGTH = 256;

/**
 * The columns `has_value` and `value` of a column `json`. Missing values and null have no value; an empty string is a
 * value.
 */
export const VALUE: Sql = sql`json NOT IN ('', 'null') AS has_value, leftUTF8(${valueText(sql`json`)}, ${uint64(MAX_VALUE_LENGTH)}) AS value`;

/** The position of a value's hash in the given list, from 1; 0 for all others, -1 for no value. */
export const slotIndex = (hash: Sql, hashes: readonly string[]): Sql =>
  sql`if(has_value, toInt32(indexOf(${uint64s(hashes.map(BigInt))}, ${hash})), -1)`;

/** The breakdown fields of the slot that contains all other values. */
export const OTHER = { breakdownValue: 'other', breakdownKind: 'other' } as const;
export const NONE = { breakdownValue: '(none)', breakdownKind: 'none' } as const;
