import assert from 'node:assert/strict';
import { readAsset } from './files.js';

describe('a file of the recorder', () => {
  it('that does not exist is absent', async () => {
    assert.equal(await readAsset(new URL('no-such-file', import.meta.url)), undefined);
  });

  it('that exists and cannot be read is a failure', async () => {
    await assert.rejects(readAsset(new URL('.', import.meta.url)), { code: 'EISDIR' });
  });
});
