import { sql } from '../statement/index.js';

/**
 * JSON of the value that the registers of one key fold to, '' for none: the last set or unset or, without any, the
 * first set_once (a register that was never written has the op 0). An aggregate over all rows of the key, whichever of
 * a person's IDs they were written to.
 */
export const FOLDED_VALUE = sql`if(tupleElement(max(latest) AS greatest, 'op') = 0,
  tupleElement(min(earliest), 'value'), tupleElement(greatest, 'value'))`;
