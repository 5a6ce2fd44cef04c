import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { createCursors } from './cursors.js';
import { keysetList, NEWEST_FIRST } from './keyset-list.js';

const cursors = createCursors('secret of the specs');
const ORDER = {
  sort: 'at desc, seq desc',
  key: { at: 'date', count: 'number', seq: 'bigint', id: 'string' },
} as const;
const row = (seq: bigint) => ({ at: new Date(1_700_000_000_123), count: 2, seq, id: `id ${seq}`, other: true });
const list = {
  operation: 'things.list',
  projectId: 'a',
  filters: { kind: 'x' },
  order: ORDER,
  limits: { default: 2, max: 3 },
};

describe('keysetList', () => {
  it('continues after the key of the last row of a page, with the types of its fields', async () => {
    const read: unknown[] = [];
    const page = (cursor: string, rows: readonly ReturnType<typeof row>[]) =>
      keysetList(cursors, {
        ...list,
        request: { cursor },
        read: (after, take) => (read.push([after, take]), Promise.resolve(rows)),
      });
    const first = await page('', [row(9n), row(8n), row(7n)]);
    assert.deepEqual(first.rows, [row(9n), row(8n)]);
    const second = await page(first.pagination.nextCursor ?? '', [row(7n)]);
    assert.deepEqual(second, { rows: [row(7n)], pagination: { hasMore: false } });
    const { other: _, ...key } = row(8n);
    assert.deepEqual(read, [
      [undefined, 3],
      [key, 3],
    ]);
  });

  it('issues cursors over the key as text, bound to operation, project, filters and order', async () => {
    const rows = [1, 2].map((nth) => ({ createdAt: new Date(nth), id: String(nth) }));
    const { pagination } = await keysetList(cursors, {
      ...list,
      order: NEWEST_FIRST,
      request: { limit: 1 },
      read: () => Promise.resolve(rows),
    });
    const { operation, projectId, filters } = list;
    const position = ['1970-01-01T00:00:00.001Z', '1'];
    const expected = cursors.encode({ operation, projectId, filters, sort: 'created_at desc, id desc', position });
    assert.equal(pagination.nextCursor, expected);
  });

  it('reads at most one row more than the maximum', async () => {
    const taken = await new Promise((resolve) => {
      const read = (_: unknown, take: number) => (resolve(take), Promise.resolve([row(1n)]));
      void keysetList(cursors, { ...list, request: { limit: 1_000 }, read });
    });
    assert.equal(taken, 4);
  });

  it('rejects a cursor of another project with the code of the list, before it reads anything', async () => {
    const { operation, filters } = list;
    const cursor = cursors.encode({
      operation,
      projectId: 'b',
      filters,
      sort: ORDER.sort,
      position: ['', '1', '1', ''],
    });
    const read = () => assert.fail('it was read');
    const refused = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;
    await assert.rejects(keysetList(cursors, { ...list, request: { cursor }, read }), refused('invalid_request'));
    await assert.rejects(
      keysetList(cursors, { ...list, request: { cursor }, cursorError: 'InvalidArgument', read }),
      refused('InvalidArgument'),
    );
  });
});
