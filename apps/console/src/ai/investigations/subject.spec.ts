import assert from 'node:assert/strict';
import { toSubject } from './subject.js';

it.each([
  ['question', 'question', ''],
  ['issue:0198-a:b', 'issue', '0198-a:b'],
  ['unknown:1', 'question', ''],
  ['', 'question', ''],
] as const)('the subject %s of an address is a %s', (text, type, ref) => {
  assert.deepEqual(toSubject(text), { type, ref });
});
