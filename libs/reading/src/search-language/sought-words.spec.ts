import assert from 'node:assert/strict';
import { soughtWords } from './sought-words.js';

it('the sought words are those of the text, and not what is excluded', () => {
  const cases: [query: string, words: string[]][] = [
    ['', []],
    ['Timeout timeout', ['timeout']],
    ['a OR (b AND "c d")', ['a', 'b', 'c d']],
    ['a -b NOT (c OR d) e:f', ['a']],
    ['conn*refused *', ['conn', 'refused']],
  ];
  for (const [query, words] of cases) assert.deepEqual(soughtWords(query), words, query);
});
