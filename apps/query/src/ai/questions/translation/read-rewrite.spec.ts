import assert from 'node:assert/strict';
import { readRewrite } from './read-rewrite.js';

describe('the answer of a model that rewords a question', () => {
  it('is an object with the reworded question', () => {
    assert.equal(readRewrite('{"question":"error logs of checkout"}'), 'error logs of checkout');
    assert.equal(readRewrite(' {"question": ""}\n'), '');
  });

  const DEEP = 1_000;
  const REFUSED: readonly (readonly [title: string, text: string])[] = [
    ['nothing', ''],
    ['null, because the question cannot be reworded', '{"question":null}'],
    ['prose', 'error logs of checkout'],
    ['prose around JSON', 'Sure! {"question":"error logs of checkout"}'],
    ['JSON in Markdown', '```json\n{"question":"error logs of checkout"}\n```'],
    ['two objects', '{"question":"logs"}{"question":"logs"}'],
    ['a list', '[{"question":"logs"}]'],
    ['a text', '"logs"'],
    ['an object in the text', '{"question":{"question":"logs"}}'],
    ['a list of questions', '{"question":["logs","traces"]}'],
    ['a number', '{"question":1}'],
    ['nested JSON', `${'{"question":'.repeat(DEEP)}"logs"${'}'.repeat(DEEP)}`],
    ['deeply nested lists', '['.repeat(DEEP)],
    ['another project', '{"question":"logs","project_id":"other"}'],
    ['a limit', '{"question":"logs","limit":100000}'],
    ['a typed query', '{"operation":"logs.query","parameters":{"limit":100000}}'],
    ['a prototype', '{"question":"logs","__proto__":{"isAdmin":true}}'],
    ['SQL', 'SELECT * FROM logs'],
    ['10 MB', `{"question":"${'logs '.repeat(2_000_000)}"}`],
  ];
  for (const [title, text] of REFUSED) it(`is none with ${title}`, () => assert.equal(readRewrite(text), undefined));
});
