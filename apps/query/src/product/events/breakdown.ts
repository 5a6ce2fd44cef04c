import { valueText } from '@svc/property-filters';
import { sql, uint64, uint64s, type Sql } from '@svc/reading/statement';

/** Longer values that begin alike are one. */
const LONGEST_VALUE = 256;

/** Of a column `json` the columns `has_value` and `value`. What is missing and what is null has no value; an empty text is one. */
export const VALUE: Sql = sql`json NOT IN ('', 'null') AS has_value, leftUTF8(${valueText(sql`json`)}, ${uint64(LONGEST_VALUE)}) AS value`;

/** From 1 the place of a value's hash among those given; 0 for all others, -1 for no value. */
export const slotOf = (hash: Sql, hashes: readonly string[]): Sql =>
  sql`if(has_value, toInt32(indexOf(${uint64s(hashes.map(BigInt))}, ${hash})), -1)`;

/** What an answer says of a slot that is no value of its own. */
export const OTHER = { breakdownValue: 'other', breakdownKind: 'other' } as const;
export const NONE = { breakdownValue: '(none)', breakdownKind: 'none' } as const;
