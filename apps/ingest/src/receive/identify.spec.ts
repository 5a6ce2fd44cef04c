import assert from 'node:assert/strict';
import { generateApiKey } from '@svc/auth';
import { publishedKey } from './identify.js';

const [KEY, OTHER] = [generateApiKey('publishable').secret, generateApiKey('publishable').secret];
const SECRET = generateApiKey('project').secret;

describe('a key in the address', () => {
  for (const [name, query, expected] of [
    ['is read', `?api_key=${KEY}`, KEY],
    ['is read among others', `?x=1&api_key=${KEY}&y=2`, KEY],
    ['may be repeated', `?api_key=${KEY}&api_key=${KEY}`, KEY],
    ['is none without a query', '', undefined],
    ['is none when empty', '?api_key=', undefined],
    ['is none when there are two', `?api_key=${KEY}&api_key=${OTHER}`, undefined],
    ['is none when one of two is malformed', `?api_key=${KEY}&api_key=%zz`, undefined],
    ['is none when it is a secret', `?api_key=${SECRET}`, undefined],
    ['is none when it is mistyped', `?api_key=${KEY.slice(0, -1)}`, undefined],
    ['is none under another name', `?key=${KEY}`, undefined],
  ] as const) {
    it(name, () => assert.equal(publishedKey(`/api/v1/capture${query}`), expected));
  }
});
