import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseFooter } from './footer.js';
import { JoinedFooter } from './joined-footer.js';
import { writeStruct } from './thrift-writer.js';
import { readStruct, TYPE, type ThriftField, type ThriftStruct } from './thrift.js';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const bytes = fc.uint8Array({ maxLength: 20 }).map((value) => Buffer.from(value));

const { struct } = fc.letrec<{ struct: ThriftStruct; field: ThriftField }>((tie) => ({
  struct: fc
    .dictionary(fc.integer({ min: 1, max: 300 }).map(String), tie('field'), { maxKeys: 6, depthIdentifier: 'thrift' })
    .map((fields) => new Map(Object.entries(fields).map(([id, field]) => [Number(id), field]))),
  field: fc.oneof(
    { depthIdentifier: 'thrift', maxDepth: 3 },
    fc.boolean().map((value) => ({ type: TYPE.true, value })),
    int64.map((value) => ({ type: TYPE.i64, value })),
    bytes.map((value) => ({ type: TYPE.binary, value })),
    fc.array(int64, { maxLength: 20 }).map((values) => ({ type: TYPE.list, value: { element: TYPE.i64, values } })),
    fc
      .array(fc.boolean(), { maxLength: 20 })
      .map((values) => ({ type: TYPE.list, value: { element: TYPE.true, values } })),
    tie('struct').map((value) => ({ type: TYPE.struct, value })),
  ),
}));

describe('structs of Thrift', () => {
  it('reads structs as they were written', () => {
    fc.assert(fc.property(struct, (given) => assert.deepEqual(readStruct(writeStruct(given)), given)));
  });

  it('writes structs as they were read, byte by byte', () => {
    fc.assert(
      fc.property(struct, (given) => {
        const written = writeStruct(given);
        assert.deepEqual(writeStruct(readStruct(written)), written);
      }),
    );
  });

  it('fails with a RangeError for damaged structs, and never takes long', () => {
    const damaged = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((value) => Buffer.from(value)),
      fc.tuple(struct, fc.nat(), fc.nat(255)).map(([given, place, byte]) => {
        const written = Buffer.from(writeStruct(given));
        written[place % written.length] = byte;
        return written;
      }),
    );
    fc.assert(
      fc.property(damaged, (given) => {
        for (const read of [readStruct, parseFooter, (footer: Buffer) => new JoinedFooter(new Map()).add(footer, 4n)]) {
          try {
            read(given);
          } catch (error) {
            assert.ok(error instanceof RangeError, String(error));
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
