import assert from 'node:assert/strict';
import { operation } from '@svc/contract';
import { commandPath, isRest } from '../command/command.js';
import { CATALOG } from '../commands/index.js';
import type { JsonObject } from '../runtime/values/json.js';
import { sampleAnswer } from '../testing/sample-answer.js';
import { printAnswer } from './answer.js';
import { createColors } from './layout/colors.js';
import { printNotices } from './notices.js';

type Message = ReturnType<typeof operation>['rpc']['output'];

const page = { width: undefined, colors: createColors(false) };

/** Whether a message, its records, or the records in these have warnings that are sentences. */
function hasWarnings(message: Message, depth = 0): boolean {
  return message.fields.some((field) => {
    if (field.fieldKind === 'list' && field.name === 'unproved_recipients') return true;
    if (field.fieldKind === 'list' && field.name === 'warnings')
      return field.message === undefined || field.message.fields.some(({ name }) => name === 'summary');
    return field.fieldKind === 'list' && field.message && depth < 2 ? hasWarnings(field.message, depth + 1) : false;
  });
}

describe('the warnings of answers', () => {
  const warning = CATALOG.flatMap((family) => family.commands)
    .filter(isRest)
    .filter(({ operation: id, events }) => !events && hasWarnings(operation(id).rpc.output));

  it('are printed by every command whose response can have them', async () => {
    const names = warning.map((command) => commandPath(command));
    for (const name of [
      'alerts rules create',
      'escalation create',
      'channels create',
      'oncall now',
      'oncall contact-methods add',
    ])
      assert.ok(names.includes(name), `${name} has no warnings: ${names.join(', ')}`);
    for (const command of warning) {
      const answer = sampleAnswer(operation(command.operation).rpc.output);
      const shown = await printAnswer(answer, 'table', command.view, page);
      assert.match(shown, command.view ? /^Warning: /m : /warnings|unproved_recipients/, commandPath(command));
    }
  });

  it('have the name of their record in lists, and are sanitized', () => {
    const answer: JsonObject = {
      contact_methods: [
        { id: '1', value: 'ada@example.com', warnings: ['Not\u001b[31m verified.'] },
        { id: '2', value: '', warnings: [{ kind: 'x', summary: 'No channel.' }, { kind: 'y' }] },
      ],
    };
    assert.equal(printNotices(answer, page), 'Warning: ada@example.com: Not verified.\nWarning: 2: No channel.\n');
  });

  it('are at most ten lines', () => {
    const warnings = Array.from({ length: 13 }, (_, nth) => `Warning ${nth}.`);
    const lines = printNotices({ warnings }, page).trimEnd().split('\n');
    assert.deepEqual([lines.length, lines.at(-1)], [11, 'Warning: 3 more warnings are in the output of -o json.']);
  });

  it('name the addresses that have not agreed to receive mail', () => {
    const shown = printNotices({ id: 'c', unproved_recipients: ['ops@example.com'] }, page);
    assert.match(shown, /^Warning: ops@example\.com gets no messages before its owner has opened the link/);
  });
});
