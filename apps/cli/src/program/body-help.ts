import type { RestCommand } from '../command/command.js';
import { bodies, objects, type BodyField } from '../gen/bodies.js';
import { createColors } from '../print/layout/colors.js';
import { printTable, type Column } from '../print/layout/table.js';
import type { JsonObject } from '../runtime/values/json.js';

/** Objects in objects are listed to this depth. */
const MAX_DEPTH = 5;
/** Given by the client itself. */
const INJECTED = ['project_id'];

const COLUMNS: readonly Column[] = [
  { title: 'FIELD', field: 'name', whole: true },
  { title: 'TYPE', field: 'type' },
  { title: 'DESCRIPTION', field: 'description', flexible: true, lines: 3 },
];

/** Lists the fields of the JSON body of a command with their types, nested objects beneath. Fields that flags give are left out. */
export function describeBody(
  { operation, arguments: given = [], flags = [] }: RestCommand,
  width: number | undefined,
): string {
  const object = bodies[operation];
  if (object === undefined) return '';
  const sent: readonly string[] = [...given, ...flags].flatMap(({ sends }) => sends ?? []);
  const fields = (objects[object] ?? []).filter(([name]) => !sent.includes(name) && !INJECTED.includes(name));
  const rows = fields.flatMap((field) => fieldRows(field, [object]));
  if (rows.length === 0) return '';
  return `\nFields of the body (* required):\n${printTable(COLUMNS, rows, { width, colors: createColors(false) })}`;
}

function fieldRows([name, type, required, description, object]: BodyField, path: readonly string[]): JsonObject[] {
  const row = { name: `${'  '.repeat(path.length - 1)}${name}${required === 1 ? '*' : ''}`, type, description };
  // An object that contains itself is listed once.
  if (object === undefined || path.includes(object) || path.length >= MAX_DEPTH) return [row];
  return [row, ...(objects[object] ?? []).flatMap((field) => fieldRows(field, [...path, object]))];
}
