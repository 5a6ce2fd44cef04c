import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { canFit, fitWidths } from '../../layout/fit-columns.js';
import { displayWidth, fit, layout } from '../../layout/layout.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, milliseconds, wholeNumber } from '../../layout/units.js';
import { placeSpans } from '../traces/place-spans.js';

const TITLES = ['STEP', 'KIND', 'DURATION', 'IN', 'OUT', 'COST'];
const MAX_NAME = 60;
/** Deeper steps keep this indentation. */
const MAX_INDENT = 12;

/** Prints a run: its status and why it has it, what its cost consists of, and its steps as a tree. */
export function printAgentRun(answer: Json, page: Page): string {
  const details = isObject(answer) ? answer : {};
  const run = isObject(details['run']) ? details['run'] : {};
  const blocks = [summary(run, details, page), printCosts(details, page), printSteps(details, page)];
  return blocks.filter((block) => block !== '').join('\n');
}

function summary(run: JsonObject, details: JsonObject, page: Page): string {
  const { colors } = page;
  const paint = text(run['status']) === 'completed' ? colors.green : colors.yellow;
  const facts = [
    text(run['agent_name']),
    text(run['started_at']),
    milliseconds(run['duration_ms'] ?? ''),
    counted(run['llm_calls'] ?? 0, 'call'),
    counted(run['tool_calls'] ?? 0, 'tool call'),
    run['cost'] === undefined ? 'no cost known' : `$${text(run['cost'])}`,
  ];
  const reason = isObject(details['status_reason']) ? text(details['status_reason']['description']) : '';
  const inferred = run['inferred'] === true ? ' (inferred)' : '';
  const notes = objectsAt(details, 'flag_reasons').map((flag) => text(flag['description']));
  const unpriced = Number(run['unpriced_calls'] ?? 0);
  if (unpriced > 0) notes.push(`The price of ${counted(unpriced, 'call')} is not known, so the cost is too low.`);
  const error = [text(run['error_type']), text(run['error_message'])].filter((part) => part !== '').join(': ');
  return [
    colors.bold(wrapLine(`Run ${text(run['run_id'])}`, page)),
    colors.dim(joinFacts(facts, '  ', page)),
    paint(wrapLine(`${text(run['status'])}${inferred}: ${reason}`, page)),
    ...(error === '' ? [] : [colors.red(wrapLine(error, page))]),
    ...notes.map((note) => colors.yellow(wrapLine(note, page))),
    ...[
      ['Asked', run['input_preview']],
      ['Answered', run['output_preview']],
    ].flatMap(([title, preview]) => (text(preview) === '' ? [] : [wrapLine(`${text(title)}: ${text(preview)}`, page)])),
    '',
  ].join('\n');
}

function printCosts(details: JsonObject, page: Page): string {
  const costs = objectsAt(details, 'costs');
  if (costs.length === 0) return '';
  const rows = costs.map((cost) => [
    text(cost['model']) || 'unknown model',
    text(cost['provider']),
    wholeNumber(cost['calls'] ?? 0),
    cost['cost'] === undefined ? 'no price' : text(cost['cost']),
  ]);
  const titles = ['MODEL', 'PROVIDER', 'CALLS', 'COST'];
  return table(titles, rows, ['left', 'left', 'right', 'right'], page);
}

function printSteps(details: JsonObject, page: Page): string {
  const steps = placeSpans(objectsAt(details, 'steps'));
  const rows = steps.map(({ span, depth }) => {
    const mark = span['is_error'] === true ? '! ' : '';
    const isOther = span['is_counted'] !== true;
    const own = (value: string): string => (isOther && value !== '' ? `(${value})` : value);
    return [
      fit('  '.repeat(Math.min(depth, MAX_INDENT)) + mark + text(span['name']), MAX_NAME),
      text(span['kind']),
      milliseconds(span['duration_ms'] ?? ''),
      own(tokens(span['input_tokens'])),
      own(tokens(span['output_tokens'])),
      own(text(span['cost'])),
    ];
  });
  const { has_more: hasMore } = isObject(details['pagination']) ? details['pagination'] : {};
  const more =
    hasMore === true
      ? `${wrapLine(`These are the first ${steps.length} steps; the API returns the others.`, page)}\n`
      : '';
  return table(TITLES, rows, ['left', 'left', 'right', 'right', 'right', 'right'], page) + more;
}

/** Fits a table to the page: its first column becomes narrower, and where that is not enough, it has no second one. */
function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[],
  { width, colors }: Page,
): string {
  const measured = titles.map((title, column) => ({
    width: Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
    title: displayWidth(title),
    rigid: column > 0 && titles.length > 2,
    main: column === 0,
  }));
  if (width !== undefined && titles.length > 2 && !canFit(measured, width, true)) {
    const others = <Value>(values: readonly Value[]): Value[] => values.toSpliced(1, 1);
    return table(others(titles), rows.map(others), others(align), { width, colors });
  }
  const widths = width === undefined ? measured.map((column) => column.width) : fitWidths(measured, width);
  const cut = rows.map((row) => row.map((cell, column) => fit(cell, widths[column] ?? 0)));
  return layout([titles.map((title) => colors.bold(title)), ...cut], align);
}

const tokens = (count: Json | undefined): string =>
  count === undefined || text(count) === '0' ? '' : wholeNumber(count);

function text(value: Json | undefined): string {
  return oneLine(plainText(value));
}
