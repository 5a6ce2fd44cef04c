import { objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import type { Colors, Paint } from '../layout/colors.js';
import { printTable, type Column, type Page } from '../layout/table.js';

/** Prints each check of the connections, and beneath it what to do about a problem. */
export function printChecks(answer: Json, page: Page): string {
  return printTable(COLUMNS, objectsAt(answer, 'checks').flatMap(toRows), page);
}

function toRows(check: JsonObject): JsonObject[] {
  const { next } = check;
  return next === undefined ? [check] : [check, { message: `→ ${plainText(next)}` }];
}

const COLUMNS: readonly Column[] = [
  { title: 'CHECK', field: 'check' },
  { title: 'STATUS', field: 'status', paint: (status, colors) => paintStatus(status, colors) },
  { title: 'DETAIL', field: 'message', flexible: true, lines: 20 },
];

function paintStatus(status: Json, colors: Colors): Paint {
  if (status === 'ok') return colors.green;
  if (status === 'failed') return colors.red;
  return status === 'warning' ? colors.yellow : colors.dim;
}
