import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { operations } from '@svc/contract';
import { theService } from '../topology.js';
import { DOCUMENT } from './schemathesis-record.js';

describe('public pages', () => {
  it('lists every operation in the OpenAPI document', async () => {
    const answer = await fetch(`${theService().httpUrl}/openapi.json`);
    const document = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, unknown>> };
    assert.match(document.openapi, /^3\.1/);
    // Third-party tools check the file of the repository.
    assert.deepEqual(document, JSON.parse(await readFile(DOCUMENT, 'utf8')));
    for (const { path, method } of operations)
      assert.ok(document.paths[path]?.[method.toLowerCase()], `${method} ${path}`);
  });

  it('shows a reference that loads nothing from other hosts', async () => {
    const answer = await fetch(`${theService().httpUrl}/docs`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
    assert.ok(!/(src|href)="https?:/.test(await answer.text()));
  });

  it('reports health on both interfaces', async () => {
    const { httpUrl, ingestUrl } = theService();
    for (const url of [httpUrl, ingestUrl]) {
      for (const path of ['/health/live', '/health/ready'])
        assert.equal((await fetch(url + path)).status, 200, url + path);
    }
  });
});
