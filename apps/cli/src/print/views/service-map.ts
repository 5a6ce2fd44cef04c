import { groupBy } from '../../runtime/values/group-by.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { errorPaint } from '../layout/colors.js';
import { wrapLine } from '../layout/lines.js';
import { oneLine } from '../layout/sanitize.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { milliseconds, percentage, wholeNumber } from '../layout/units.js';

/** Prints the calls between services, sorted by caller and with the busiest first, and then the nodes without calls. */
export function printServiceMap(answer: Json, page: Page): string {
  const nodes = objectsAt(answer, 'nodes');
  if (nodes.length === 0) return 'No services in this window.\n';
  const labels = new Map(nodes.map((node) => [plainText(node['id']), nodeLabel(node)]));
  const edges = objectsAt(answer, 'edges');
  const bySource = groupBy(edges, (edge) => plainText(edge['source']));
  const rows = [...bySource.values()].flat().map((edge) => ({
    ...edge,
    from: labels.get(plainText(edge['source'])),
    to: labels.get(plainText(edge['target'])),
  }));
  const connected = new Set(edges.flatMap(({ source, target }) => [source, target].map((id) => plainText(id))));
  const alone = nodes.filter(({ id }) => !connected.has(plainText(id))).map(nodeLabel);
  const table = rows.length === 0 ? '' : printTable(COLUMNS, rows as JsonObject[], page);
  return [table, aloneLine(alone, page), note(answer, page)].filter((part) => part !== '').join('\n');
}

const COLUMNS: readonly Column[] = [
  { title: 'FROM', field: 'from', paint: (_, colors) => colors.cyan },
  { title: 'TO', field: 'to', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'TYPE', field: 'type', paint: (_, colors) => colors.dim },
  { title: 'CALLS', field: 'call_count', format: wholeNumber, align: 'right' },
  { title: 'ERRORS', field: 'error_rate', format: percentage, align: 'right', paint: errorPaint },
  { title: 'P50', field: 'p50_duration_ms', format: milliseconds, align: 'right' },
  { title: 'P95', field: 'p95_duration_ms', format: milliseconds, align: 'right' },
];

/** `checkout`, `orders (postgresql)`. */
function nodeLabel(node: JsonObject): string {
  const name = oneLine(plainText(node['name'])) || '(unnamed)';
  return node['type'] === 'service' || node['system'] === undefined
    ? name
    : `${name} (${oneLine(plainText(node['system']))})`;
}

function aloneLine(labels: readonly string[], page: Page): string {
  return labels.length === 0 ? '' : `${wrapLine(`Without calls: ${labels.join(', ')}`, page)}\n`;
}

function note(answer: Json, page: Page): string {
  const map = isObject(answer) ? answer : {};
  const lines = [
    ...(map['sampled'] === true ? ['Only parts of the window were read; rare calls may be missing.'] : []),
    ...(map['estimated'] === true ? ['Counts of calls are estimates.'] : []),
    ...(map['truncated'] === true ? ['There are more calls than shown.'] : []),
  ];
  return lines.map((line) => `${page.colors.yellow(wrapLine(line, page))}\n`).join('');
}
