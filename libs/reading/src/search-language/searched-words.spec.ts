import assert from 'node:assert/strict';
import { searchedWords } from './searched-words.js';

it('searchedWords returns the words of the text without the excluded ones', () => {
  const cases: [query: string, words: string[]][] = [
    ['', []],
    ['Timeout timeout', ['timeout']],
    ['a OR (b AND "c d")', ['a', 'b', 'c d']],
    ['a -b NOT (c OR d) e:f', ['a']],
    ['conn*refused *', ['conn', 'refused']],
  ];
  for (const [query, words] of cases) assert.deepEqual(searchedWords(query), words, query);
});
