import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { oneLine } from '../layout/sanitize.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { counted } from '../layout/units.js';

/** Prints what the handshakes found, and the tools with the first sentence of their descriptions. */
export function printVerification(answer: Json, page: Page): string {
  const report = isObject(answer) ? answer : {};
  const tools = objectsAt(answer, 'tools');
  const handshakes = objectsAt(answer, 'handshakes');
  const reason = report['tools'] ?? handshakes[0]?.['failure'];
  return [
    `${page.colors.bold('MCP endpoint')} ${oneLine(plainText(report['endpoint']))}\n`,
    printTable(HANDSHAKES, handshakes.map(toRow), page),
    ...(Array.isArray(report['tools'])
      ? [`\n${counted(tools.length, 'tool')}, as this credential sees them\n`]
      : [`\nThe tools cannot be listed: ${oneLine(plainText(messageOf(reason)))}\n`]),
    ...(tools.length > 0 ? [printTable(TOOLS, tools, page)] : []),
  ].join('');
}

function toRow(handshake: JsonObject): JsonObject {
  const { server, failure, capabilities } = handshake;
  const names = isObject(server) ? [server['name'], server['version']].map(plainText).join(' ') : '';
  const offers = plainText(capabilities);
  return { ...handshake, detail: messageOf(failure) ?? (offers === '' ? names : `${names}: ${offers}`) };
}

function messageOf(failure: Json | undefined): Json | undefined {
  return isObject(failure) ? failure['message'] : undefined;
}

const HANDSHAKES: readonly Column[] = [
  { title: 'REVISION', field: 'revision', whole: true },
  { title: 'HANDSHAKE', field: 'method', whole: true },
  {
    title: 'STATUS',
    field: 'status',
    paint: (status, colors) => (status === 'ok' ? colors.green : status === 'warning' ? colors.yellow : colors.red),
  },
  { title: 'DETAIL', field: 'detail', flexible: true, lines: 20 },
];

const TOOLS: readonly Column[] = [
  { title: 'TOOL', field: 'name', whole: true, paint: (_, colors) => colors.cyan },
  {
    title: 'DESCRIPTION',
    field: 'description',
    flexible: true,
    lines: 3,
    format: (text) => /^.*?[.!?](?=\s|$)/s.exec(plainText(text))?.[0] ?? plainText(text),
  },
];
