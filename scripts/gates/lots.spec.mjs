import assert from 'node:assert/strict';
import { lotsOf } from './lots.mjs';

describe('the lots of a hash', () => {
  const files = Array.from({ length: 40 }, (_, index) => `e2e/src/${index}.spec.ts`);

  it('draw about one out of a number of files, the same ones for the same hash', () => {
    const drawn = lotsOf('tree').drawFiles({ files, oneOf: 4 });
    assert.ok(drawn.length > 3 && drawn.length < 20, String(drawn.length));
    assert.deepEqual(lotsOf('tree').drawFiles({ files, oneOf: 4 }), drawn);
  });

  it('draw every file within some hashes', () => {
    const drawn = Array.from({ length: 40 }, (_, index) => lotsOf(`${index}`).drawFiles({ files, oneOf: 4 }));
    assert.equal(new Set(drawn.flat()).size, files.length);
  });

  it('leave the files of other suites as they are', () => {
    assert.deepEqual(lotsOf('tree').drawFiles({ files }), files);
  });
});
