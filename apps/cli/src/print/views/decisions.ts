import { isObject, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { printTable, type Column, type Page } from '../layout/table.js';

const FLAGS: readonly Column[] = [
  { title: 'FLAG', field: 'key', paint: (_, colors) => colors.cyan },
  { title: 'VALUE', field: 'value', paint: (value, colors) => (value === 'off' ? colors.dim : colors.green) },
  { title: 'PAYLOAD', field: 'payload', format: (payload) => JSON.stringify(payload) },
  { title: 'REASON', field: 'reason', flexible: true },
];

/** Prints the evaluation of every flag with its reason: off, on, or the variant. Failed flags come last. */
export function printDecisions(answer: Json, page: Page): string {
  const flags = objectAt(answer, 'flags');
  const errors = objectAt(answer, 'errors');
  const rows = Object.entries(flags).map(([key, decision]) => toRow(key, isObject(decision) ? decision : {}));
  const failed = Object.entries(errors).map(([key, code]) => ({ key, value: '?', reason: plainText(code) }));
  return rows.length + failed.length === 0 ? 'No flags.\n' : printTable(FLAGS, [...rows, ...failed], page);
}

function toRow(key: string, { enabled, variant, payload, reason }: JsonObject): JsonObject {
  const state = enabled === true ? 'on' : 'off';
  const shown =
    variant === null || variant === undefined ? state : enabled === true ? variant : `off: ${plainText(variant)}`;
  const why = isObject(reason) ? toWords(reason) : '';
  return { key, value: shown, reason: why, ...(payload !== undefined && { payload }) };
}

/** The code in words, such as `out of rollout`. */
function toWords({ code }: JsonObject): string {
  return plainText(code).replaceAll('_', ' ');
}

function objectAt(answer: Json, name: string): JsonObject {
  const value = isObject(answer) ? answer[name] : undefined;
  return isObject(value) ? value : {};
}
