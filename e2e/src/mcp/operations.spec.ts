import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations } from '@svc/contract';
import { eventually } from '@svc/testing';
import { defaultProjectId, makeKey, ok } from '../api.js';
import { sendLogs } from '../logs/send.js';
import { callTool, listOf, rowsOf, textOf, useTool } from './mcp.js';

describe('search_operations and run_operation', () => {
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
  });
  const run = (operation_id: string, parameters: object = {}, rest: object = {}) =>
    callTool('run_operation', { project_id: project, operation_id, parameters, ...rest });

  it('finds an operation, describes its parameters, and runs it', async () => {
    const found = await useTool('search_operations', { query: 'list silences' });
    assert.equal(rowsOf(found, 'operations')[0]?.['operation_id'], 'silences.list');
    const described = await useTool('search_operations', { operation_id: 'silences.create' });
    assert.match(textOf(described), /^silences\.create changes something: it needs confirm\./);
    assert.ok(rowsOf(described, 'parameters').some(({ name, required }) => name === 'matchers' && required));
    const result = await run('silences.list');
    assert.notEqual(result['isError'], true, textOf(result));
  });

  it('runs a write only if confirm repeats its ID', async () => {
    const name = `mcp-${randomUUID()}`;
    const search = { name, signal: 'logs', query: { q: 'level:error' } };
    for (const confirm of [undefined, '', 'saved_searches.delete', 'yes']) {
      const refused = await run('saved_searches.create', search, confirm === undefined ? {} : { confirm });
      assert.match(textOf(refused), /^invalid_request: confirm: must repeat operation_id/);
    }
    const made = await run('saved_searches.create', search, { confirm: 'saved_searches.create' });
    assert.notEqual(made['isError'], true, textOf(made));
    const { saved_searches: searches } = await ok('GET', `/search/saved?project_id=${project}&name=${name}`);
    assert.equal(listOf(searches).length, 1);
    const { entries } = await ok('GET', '/account/audit-log?operation=saved_searches.create');
    assert.deepEqual([entries[0]?.['status'], entries[0]?.['details']?.['via']], [201, 'mcp']);
    await ok('POST', '/search/saved', {
      body: { ...search, name: `${name}-rest`, project_id: project, idempotency_key: name },
    });
    const { entries: both } = await ok('GET', '/account/audit-log?operation=saved_searches.create');
    assert.equal(both[0]?.['details']?.['via'], undefined, 'an entry of REST names no interface');
  });

  it('knows nothing of the operations that agents never run', async () => {
    const never = operations.filter(({ agent }) => agent === 'never');
    assert.ok(never.length > 20);
    const unknown = await run('no.such_operation', {}, { confirm: 'no.such_operation' });
    assert.match(textOf(unknown), /^not_found/);
    for (const { id } of never) {
      const answer = await run(id, {}, { confirm: id });
      assert.equal(textOf(answer), textOf(unknown), id);
      const described = await callTool('search_operations', { operation_id: id });
      assert.equal(textOf(described), textOf(unknown), id);
    }
    const all = await useTool('search_operations', { limit: 50, max_tokens: 20_000 });
    const listed = new Set(rowsOf(all, 'operations').map(({ operation_id: id }) => String(id)));
    assert.ok(never.every(({ id }) => !listed.has(id)));
  });

  it('needs the scope of the operation, and validates by its rules', async () => {
    const { id, secret } = await makeKey(['logs:read'], project);
    const refused = await callTool(
      'run_operation',
      { operation_id: 'silences.create', confirm: 'silences.create', parameters: {} },
      { key: secret },
    );
    assert.match(textOf(refused), /^permission_denied: The credential lacks the scope alerts:write\./);
    const { entries } = await eventually('the refusal is recorded', async () => {
      const page = await ok('GET', `/account/audit-log?operation=silences.create&principal_id=${id}`);
      return listOf(page['entries']).length > 0 && page;
    });
    assert.deepEqual([entries[0]?.['outcome'], entries[0]?.['details']], ['refused', { via: 'mcp' }]);
    const found = await useTool('search_operations', { query: 'silence', limit: 50 }, { key: secret });
    assert.deepEqual(rowsOf(found, 'operations'), []);
    const invalid = await run('logs.query', { level: ['loud'], trace_id: 'hunter2', unknown: 1 });
    assert.match(textOf(invalid), /^invalid_request/);
    assert.ok(!/loud|hunter2/.test(textOf(invalid)), textOf(invalid));
  });

  it('refuses parameters of another project than that of the call', async () => {
    const refused = await run('logs.query', { project_id: randomUUID() });
    assert.match(
      textOf(refused),
      /^invalid_request: project_id: and project_id among the parameters must name the same project/,
    );
    const same = await run('logs.query', { project_id: project });
    assert.notEqual(same['isError'], true, textOf(same));
  });

  it('reaches each row of a page that is longer than what it reads of one', async () => {
    const service = `mcp-${randomUUID().slice(0, 8)}`;
    const count = 300;
    await sendLogs(
      service,
      Array.from({ length: count }, (_, index) => ({ body: `record ${index}`, agoMs: index })),
    );
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let calls = 0; calls < 20; calls++) {
      const result = await run('logs.query', { service: [service], limit: 500, cursor }, { max_tokens: 20_000 });
      for (const { log_id: id } of rowsOf(result, 'logs')) seen.add(id);
      cursor = result['structuredContent']['sections']['logs']['next_cursor'];
      if (cursor === undefined) break;
    }
    assert.equal(seen.size, count);
  });

  it('derives the idempotency key of an operation that demands one', async () => {
    const made = await run(
      'incidents.create',
      { title: `mcp ${randomUUID()}`, severity: 4 },
      { confirm: 'incidents.create' },
    );
    assert.notEqual(made['isError'], true, textOf(made));
    const { id, version } = rowsOf(made, 'answer')[0] ?? assert.fail(textOf(made));
    const parameters = { incident_id: id, expected_version: version };
    const acknowledged = await run('incidents.acknowledge', parameters, { confirm: 'incidents.acknowledge' });
    assert.notEqual(acknowledged['isError'], true, textOf(acknowledged));
  });
});
