import assert from 'node:assert/strict';
import { toSnippets, toVariables } from './snippets.js';

describe('snippets of the first run', () => {
  const place = { url: 'https://ingest.example.com', key: '$SVC_API_KEY' };

  it('name the address and the key', () => {
    for (const text of [
      toVariables(place),
      ...toSnippets(place)
        .filter(({ readsVariables }) => !readsVariables)
        .map(({ code }) => code),
    ]) {
      assert.ok(text.includes(place.url), text);
      assert.ok(text.includes(place.key), text);
    }
  });
});
