import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { createCursors, type CursorBounds, type Position } from './cursors.js';

const cursors = createCursors('a secret of sixteen bytes and more');
const bounds: CursorBounds = {
  operation: 'saved_searches.list',
  projectId: 'p1',
  filters: { signal: 'logs', owner: 'k1' },
  sort: 'created_at desc, id desc',
};

const positions: fc.Arbitrary<Position> = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.bigInt().map(String),
    // Neither JSON nor any column has infinities or negative zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.integer(),
  ),
  { maxLength: 4 },
);

describe('cursors', () => {
  it('decodes to the position that the cursor was created from', () => {
    fc.assert(
      fc.property(positions, (position) => {
        assert.deepEqual(cursors.decode(cursors.encode({ ...bounds, position }), bounds), position);
      }),
    );
  });

  it('rejects any flipped bit, in the bytes and in the text', () => {
    fc.assert(
      fc.property(positions, fc.nat(), (position, nth) => {
        const cursor = cursors.encode({ ...bounds, position });
        const bytes = Buffer.from(cursor, 'base64url');
        flip(bytes, nth);
        refuses(bytes.toString('base64url'));
        const characters = Buffer.from(cursor, 'latin1');
        flip(characters, nth);
        refuses(characters.toString('latin1'));
      }),
    );
  });

  it('rejects any other text', () => {
    fc.assert(fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => void refuses(text)));
    const cursor = cursors.encode({ ...bounds, position: ['x'] });
    for (const text of [
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}\n`,
      cursor.slice(1),
      cursor.slice(0, -1),
      cursor + cursor,
    ])
      refuses(text);
    refuses('A'.repeat(1_000_000));
  });

  it('rejects another operation, project, filter and order', () => {
    const cursor = cursors.encode({ ...bounds, position: ['2026-01-01', 'id'] });
    const others: Partial<CursorBounds>[] = [
      { operation: 'dashboards.list' },
      { projectId: 'p2' },
      { projectId: '' },
      { filters: { ...bounds.filters, signal: 'traces' } },
      { filters: { ...bounds.filters, owner: 'k2' } },
      { filters: { ...bounds.filters, signal: ['logs'] } },
      { filters: { ...bounds.filters, extra: '' } },
      { filters: { owner: 'k1' } },
      { filters: {} },
      { sort: 'name asc, id asc' },
    ];
    for (const other of others) refuses(cursor, { ...bounds, ...other });
  });

  it('rejects a cursor of another secret', () => {
    refuses(createCursors('another secret of sixteen bytes').encode({ ...bounds, position: ['x'] }));
    assert.throws(() => createCursors('short'));
  });

  it('ignores the order of filters and absent filters', () => {
    const cursor = cursors.encode({ ...bounds, position: [1] });
    const reordered = { owner: 'k1', signal: 'logs', level: undefined };
    assert.deepEqual(cursors.decode(cursor, { ...bounds, filters: reordered }), [1]);
  });

  it('requests the first page when absent or empty', () => {
    assert.equal(cursors.decode(undefined, bounds), undefined);
    assert.equal(cursors.decode('', bounds), undefined);
  });

  it('rejects cursors with the error of the operation, which names the field and no value', () => {
    const error = refuses('tampered', { ...bounds, error: 'InvalidArgument' });
    assert.equal(error.code, 'InvalidArgument');
    assert.equal(error.details[0]?.path, 'cursor');
    assert.ok(!JSON.stringify(error.toBody()).includes('tampered'));
    assert.equal(refuses('tampered').code, 'invalid_request');
  });
});

function flip(bytes: Buffer, nth: number): void {
  const bit = nth % (bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
}

function refuses(cursor: string, within: Parameters<typeof cursors.decode>[1] = bounds): ServiceError {
  try {
    cursors.decode(cursor, within);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.httpStatus, 400);
    return error;
  }
  return assert.fail('The cursor was accepted');
}
