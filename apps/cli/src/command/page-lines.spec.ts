import assert from 'node:assert/strict';
import type { Api, ApiRequest } from '../http/api.js';
import { fakeIo } from '../testing/fake-io.js';
import { printPages } from './page-lines.js';

const LINES = {
  rows: 'events',
  print: ({ id }: { readonly [name: string]: unknown }) => `event ${String(id)}`,
  empty: 'None.',
};
const REQUEST: ApiRequest = { method: 'GET', path: '/x', query: [['project_id', 'p']], idempotent: true };

describe('printPages', () => {
  const pages = [
    { events: [{ id: 1 }, { id: 2 }], pagination: { has_more: true, next_cursor: 'c1' } },
    { events: [], pagination: { has_more: true, next_cursor: 'c2' } },
    { events: [{ id: 3 }], pagination: { has_more: false } },
  ];

  async function print(answers: readonly object[], mode: 'json' | 'table') {
    const io = fakeIo();
    const asked: ApiRequest['query'][] = [];
    const api = { send: (request: ApiRequest) => Promise.resolve(answers[asked.push(request.query) - 1]) };
    await printPages(LINES, REQUEST, { io, api: () => api as unknown as Api, output: { mode, chosen: true } });
    return { stdout: io.written.stdout, asked };
  }

  it('prints the rows of all pages, one a line, and asks for each with the cursor of the page before', async () => {
    const { stdout, asked } = await print(pages, 'json');
    assert.equal(stdout, '{"id":1}\n{"id":2}\n{"id":3}\n');
    assert.deepEqual(
      asked.map((query) => query.slice(1)),
      [[], [['cursor', 'c1']], [['cursor', 'c2']]],
    );
    assert.equal((await print(pages, 'table')).stdout, 'event 1\nevent 2\nevent 3\n');
  });

  it('says on a terminal that there is nothing, and prints nothing else', async () => {
    const none = [{ events: [], pagination: { has_more: false } }];
    assert.equal((await print(none, 'table')).stdout, 'None.\n');
    assert.equal((await print(none, 'json')).stdout, '');
  });
});
