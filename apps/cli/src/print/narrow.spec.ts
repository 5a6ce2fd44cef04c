import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operation } from '@svc/contract';
import stringWidth from 'string-width';
import { commandPath, isRest, type RestCommand } from '../command/command.js';
import { CATALOG } from '../commands/index.js';
import { objectsAt, plainText, valueAt, type JsonObject } from '../runtime/values/json.js';
import { lengthen } from '../testing/long-answer.js';
import { sampleAnswer } from '../testing/sample-answer.js';
import { printAnswer } from './answer.js';
import { createColors } from './layout/colors.js';
import type { Column } from './layout/table.js';
import type { View } from './view.js';

const WIDTHS = [60, 80, 140];
/** Reads that are not GET because their questions are too long for a query string. */
const QUESTIONS = ['events trends', 'flags decide', 'alerts rules test', 'channels test'];
const EXAMPLES = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../..', 'libs/contract/examples.json'), 'utf8'),
) as Readonly<Record<string, { readonly response?: JsonObject }>>;

type Read = readonly [string, RestCommand & { readonly view: View }];

const reads: readonly Read[] = CATALOG.flatMap((family) => family.commands)
  .filter(isRest)
  .flatMap((command) => {
    const name = commandPath(command);
    const { view } = command;
    const isRead = operation(command.operation).method === 'GET' || QUESTIONS.includes(name);
    return view && isRead ? [[name, { ...command, view }] as const] : [];
  });

function answersOf(command: RestCommand): readonly JsonObject[] {
  const sample = sampleAnswer(operation(command.operation).rpc.output);
  const example = EXAMPLES[command.operation]?.response;
  return [sample, lengthen(sample), ...(example ? [example, lengthen(example)] : [])];
}

const show = (answer: JsonObject, view: View, width: number): Promise<string> =>
  printAnswer(answer, 'table', view, { width, colors: createColors(false) });

describe('the views of lists and reads on a narrow terminal', () => {
  it.each(reads)('%s: no line is wider than the terminal', async (_, command) => {
    for (const answer of answersOf(command))
      for (const width of WIDTHS)
        for (const line of (await show(answer, command.view, width)).split('\n'))
          assert.ok(stringWidth(line) <= width, `${stringWidth(line)} of ${width} columns: ${line}`);
  });

  it.each(reads.filter(([, { view }]) => view.kind === 'table'))('%s: no title is broken', async (_, command) => {
    const { view } = command;
    assert.ok(view.kind === 'table');
    const titles = view.columns.map(({ title }) => title);
    for (const answer of answersOf(command)) {
      for (const width of WIDTHS) {
        const lines = (await show(answer, view, width)).split('\n');
        const isHeader = (line: string): boolean =>
          line !== '' &&
          line
            .trim()
            .split(/ {2,}/)
            .every((title) => titles.includes(title));
        assert.ok(lines.slice(0, 2).some(isHeader) || lines[0] === view.empty, lines.slice(0, 2).join('\n'));
      }
    }
  });

  it.each(reads.filter(([, { view }]) => view.kind === 'table' && view.columns.some(isShownId)))(
    '%s: 80 columns have room for the whole ID',
    async (_, command) => {
      const { view } = command;
      assert.ok(view.kind === 'table');
      const answer = lengthen(sampleAnswer(operation(command.operation).rpc.output));
      const page = { width: 80, colors: createColors(false) };
      const [row = {}] = typeof view.rows === 'string' ? objectsAt(answer, view.rows) : view.rows(answer, page);
      const text = await show(answer, view, 80);
      for (const { field } of view.columns.filter(isShownId)) {
        const id = plainText(valueAt(row, field));
        assert.ok(text.includes(id), `${id} is missing in ${text}`);
      }
    },
  );
});

/** Whether commands take the value of a column, so that it has to be on a narrow terminal too. */
function isShownId({ field, whole, fromWidth, dropOrder }: Column): boolean {
  return whole === true && /(^|_)id$/.test(field) && fromWidth === undefined && dropOrder === undefined;
}
