import assert from 'node:assert/strict';
import { generateApiKey } from '@svc/auth';
import { publishedKey } from './identify.js';

const [KEY, OTHER] = [generateApiKey('publishable').secret, generateApiKey('publishable').secret];
const SECRET = generateApiKey('project').secret;

describe('API key in the URL', () => {
  for (const [name, query, expected] of [
    ['is read', `?api_key=${KEY}`, KEY],
    ['is read among other parameters', `?x=1&api_key=${KEY}&y=2`, KEY],
    ['may be repeated', `?api_key=${KEY}&api_key=${KEY}`, KEY],
    ['is absent without a query', '', undefined],
    ['is absent when empty', '?api_key=', undefined],
    ['is ignored when there are two different keys', `?api_key=${KEY}&api_key=${OTHER}`, undefined],
    ['is ignored when one of two is malformed', `?api_key=${KEY}&api_key=%zz`, undefined],
    ['is ignored when it is a secret key', `?api_key=${SECRET}`, undefined],
    ['is ignored when it is mistyped', `?api_key=${KEY.slice(0, -1)}`, undefined],
    ['is read under its short name', `?key=${KEY}`, KEY],
    ['is ignored when its two names have different ones', `?key=${KEY}&api_key=${OTHER}`, undefined],
    ['is ignored under another name', `?token=${KEY}`, undefined],
  ] as const) {
    it(name, () => assert.equal(publishedKey(`/api/v1/capture${query}`), expected));
  }
});
