import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { dollars } from '../../layout/dollars.js';
import { fit } from '../../layout/layout.js';
import { cutLine, joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, milliseconds, wholeNumber } from '../../layout/units.js';

/** Characters of the longest bar. */
const LONGEST = 24;
const MAX_COST = 16;

/** Prints what models cost: the total, a bar for each model as long as its share of the largest cost, and calls without a price. */
export function printLlmSummary(answer: Json, page: Page): string {
  const summary = isObject(answer) ? answer : {};
  const { colors } = page;
  const total = object(summary['total']);
  if (plainText(total['calls'] ?? '0') === '0') return 'No calls of models in this window.\n';
  const models = objectsAt(summary, 'models');
  const costs = models.map(({ figures }) => Number(object(figures)['cost'] ?? 0));
  const texts = models.map(({ figures }) => fit(dollars(object(figures)['cost']), MAX_COST));
  const most = Math.max(...costs, 0) || 1;
  const width = Math.max(0, ...texts.map((text) => text.length));
  const longest = Math.min(LONGEST, Math.floor((page.width ?? Infinity) / 4));
  const lines = models.flatMap((model, nth) => {
    const cost = costs[nth] ?? 0;
    // A small cost still gets a visible bar.
    const bar = cost > 0 ? '█'.repeat(Math.max(1, Math.round((cost / most) * longest))) : '';
    const name = `${text(model['model']) || 'unknown model'}  ${text(model['provider'])}`.trimEnd();
    const used = longest + width + 4;
    return [
      `${colors.green(bar.padEnd(longest))}  ${(texts[nth] ?? '').padStart(width)}  ${colors.cyan(cutLine(name, page, used))}`,
      colors.dim(joinFacts(factsOf(object(model['figures'])), '  ', page)),
    ];
  });
  return [
    colors.bold(wrapLine(`${dollars(total['cost'])}  ${counted(total['calls'] ?? 0, 'call')}`, page)),
    colors.dim(joinFacts(factsOf(total).slice(1), '  ', page)),
    ...notesOf(summary, total).map((note) => colors.yellow(wrapLine(note, page))),
    '',
    ...lines,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function factsOf(figures: JsonObject): string[] {
  const latency = object(figures['latency_ms']);
  const firstToken = object(figures['time_to_first_token_ms']);
  return [
    counted(figures['calls'] ?? 0, 'call'),
    plainText(figures['errors'] ?? '0') === '0' ? '' : counted(figures['errors'] ?? 0, 'error'),
    `${wholeNumber(figures['input_tokens'] ?? 0)} tokens in`,
    `${wholeNumber(figures['output_tokens'] ?? 0)} out`,
    ...['p50', 'p95', 'p99'].map((name) =>
      latency[name] === undefined ? '' : `${name} ${milliseconds(latency[name])}`,
    ),
    firstToken['p50'] === undefined ? '' : `first token ${milliseconds(firstToken['p50'])}`,
  ];
}

function notesOf(summary: JsonObject, total: JsonObject): string[] {
  const notes: string[] = [];
  if (Number(total['unpriced_calls'] ?? 0) > 0) {
    const calls = counted(total['unpriced_calls'] ?? 0, 'call');
    const names = objectsAt(summary, 'unpriced').map(({ model }) => text(model) || 'unknown model');
    const list = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
    notes.push(`The price of ${calls} is not known, so the cost is too low: ${list}.`);
  }
  const judge = object(summary['judge']);
  if (Number(judge['calls'] ?? 0) > 0)
    notes.push(
      `Evaluations cost ${dollars(judge['cost'])} besides, for ${counted(judge['calls'] ?? 0, 'call')} of their judge.`,
    );
  if (summary['truncated'] === true) notes.push('There are more models; the total includes them.');
  return notes;
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const text = (value: Json | undefined): string => oneLine(plainText(value));
