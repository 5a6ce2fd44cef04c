import assert from 'node:assert/strict';
import { costOf } from '../../testing/cost-of.js';
import { parseMarkdown } from './parse-markdown.js';

const LENGTH = 100_000;

describe('the cost of hostile Markdown', () => {
  it.each([
    '[',
    '[a',
    '[a](',
    '[a](b',
    '`',
    '``',
    '*',
    '**',
    '**a',
    '*a',
    '_',
    '_a',
    '_a_b',
    '```\n',
    '# \n',
    '- a\n',
    '>',
    ' ',
    '\n',
  ])('is less than a second for %j again and again', (piece) => {
    const source = piece.repeat(LENGTH / piece.length);
    for (const text of [source, `# ${source}`, `# ${source}\u2028x`, `- ${source}`]) {
      const cost = costOf(() => void parseMarkdown(text));
      assert.ok(cost < 1000, `${cost} ms`);
    }
  });
});
