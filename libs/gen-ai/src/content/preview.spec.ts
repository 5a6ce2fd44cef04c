import assert from 'node:assert/strict';
import type { ContentMessage, ContentPart } from './content.js';
import { previewOf } from './preview.js';

const text = (role: string, value: string): ContentMessage => ({ role, parts: [{ type: 'text', text: value }] });
const parts = (role: string, ...all: ContentPart[]): ContentMessage => ({ role, parts: all });
const CALL: ContentPart = { type: 'tool_call', id: '1', name: 'search', arguments: '{"q":"rain"}' };
const RESULT: ContentPart = { type: 'tool_result', id: '1', result: 'Rain at noon.' };

const CASES: readonly (readonly [string, ContentMessage[], ContentMessage[], string, string])[] = [
  ['nothing', [], [], '', ''],
  [
    'the last question',
    [text('user', 'Hi'), text('assistant', 'Hello'), text('user', 'Rain?')],
    [text('assistant', 'Yes.')],
    'Rain?',
    'Yes.',
  ],
  [
    'a question before the results of tools',
    [text('system', 'Be kind'), text('user', 'Rain?'), parts('tool', RESULT)],
    [],
    'Rain?',
    '',
  ],
  ['what was sent without a user', [text('system', 'Be kind'), parts('tool', RESULT)], [], 'Rain at noon.', ''],
  ['a call without a text', [], [parts('assistant', CALL)], '', 'search({"q":"rain"})'],
  ['a text beside a call', [], [parts('assistant', { type: 'text', text: 'I look.' }, CALL)], '', 'I look.'],
  ['one line', [text('user', ' a\n\n b\tc ')], [], 'a b c', ''],
  ['no reasoning', [], [parts('assistant', { type: 'reasoning', text: 'hm' })], '', ''],
];

describe('the preview of content', () => {
  for (const [name, input, output, asked, answered] of CASES) {
    it(`is ${name}`, () => assert.deepEqual(previewOf({ input, output }), { input: asked, output: answered }));
  }

  it('is short, and says so', () => {
    const long = previewOf({
      input: [text('user', 'word '.repeat(10_000))],
      output: [text('assistant', '😀'.repeat(300))],
    });
    for (const each of [long.input, long.output]) {
      assert.ok(each.length <= 200 && each.endsWith('…') && each.isWellFormed(), each);
    }
  });
});
