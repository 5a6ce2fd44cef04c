import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createResumeIds } from './resume-ids.js';

const NOW = Date.UTC(2026, 0, 1, 12, 59, 59, 999);
const resumeIds = createResumeIds('a secret of sixteen bytes and more');
const stream = resumeIds({ operation: 'logs.stream', project: 7 });

describe('resume IDs', () => {
  it('opens to the position and the time that the ID was sealed with, across hours', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(7_200_000), (position, laterMs) => {
        const id = stream.seal(position, NOW + laterMs);
        const opened = resumeIds({ operation: 'logs.stream', project: 7 }).open(id);
        assert.deepEqual(opened && [...opened.position], [...position]);
        assert.equal(opened?.issuedAtMs, NOW + laterMs);
      }),
    );
  });

  it('rejects the ID of another operation, project or secret', () => {
    const id = stream.seal(Buffer.from('x'), NOW);
    assert.equal(resumeIds({ operation: 'logs.other', project: 7 }).open(id), undefined);
    assert.equal(resumeIds({ operation: 'logs.stream', project: 8 }).open(id), undefined);
    const others = createResumeIds('another secret of sixteen bytes');
    assert.equal(others({ operation: 'logs.stream', project: 7 }).open(id), undefined);
    assert.throws(() => createResumeIds('short'));
  });

  it('rejects an ID after any change, including its time of issue', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 40 }), (nth, position) => {
        const bytes = Buffer.from(stream.seal(position, NOW), 'base64url');
        const bit = nth % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        assert.equal(stream.open(bytes.toString('base64url')), undefined);
      }),
    );
  });

  it('rejects any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(stream.open(text), undefined)));
    const id = stream.seal(Buffer.from('x'), NOW);
    for (const text of [`${id}=`, ` ${id}`, id.slice(1), id.slice(0, -1), id + id]) {
      assert.equal(stream.open(text), undefined);
    }
    assert.equal(stream.open(Buffer.from('0.0.0 1.0.0').toString('base64url')), undefined);
  });

  it('reveals neither the position nor whether two positions are equal', () => {
    const position = Buffer.from('a position in the log');
    const id = stream.seal(position, NOW);
    assert.notEqual(stream.seal(position, NOW), id);
    assert.ok(!Buffer.from(id, 'base64url').includes(position));
  });
});
