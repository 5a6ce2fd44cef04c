import assert from 'node:assert/strict';
import { operation, readRequest } from '@svc/contract';
import { CatalogIndex, parseQuestion } from '@svc/questions';
import { ASKED_AT, HELD_OUT, SHOP, TUNED } from '@svc/questions/testing';
import { ANSWERS } from './rows/answers.js';
import { toCommand } from './run/command.js';
import { toRestCall } from './run/rest-call.js';

const index = new CatalogIndex(SHOP);
const queries = [...TUNED, ...HELD_OUT].flatMap(({ question, zone }) => {
  const { query, choices } = parseQuestion(question, index, { now: ASKED_AT, zone });
  return query ? [query] : choices;
});

describe('the query of a question', () => {
  it('is a valid request of a read operation, whose answer becomes rows', () => {
    for (const { operation: id, parameters } of queries) {
      const definition = operation(id);
      assert.equal(definition.agent, 'read', id);
      assert.ok(ANSWERS[id], id);
      const request = readRequest(definition, toRestCall(definition, parameters));
      assert.equal(request.$typeName, definition.rpc.input.typeName);
    }
    assert.equal(new Set(queries.map(({ operation: id }) => id)).size, Object.keys(ANSWERS).length);
  });

  it('is shown as a REST call with absolute times', () => {
    const { query } = parseQuestion('error logs of checkout since 9am', index, {
      now: ASKED_AT,
      zone: 'Europe/Berlin',
    });
    assert.ok(query);
    assert.equal(
      toRestCall(operation(query.operation), query.parameters).path,
      '/api/v1/logs?level=error&service=checkout&start_time=2026-11-25T08%3A00%3A00Z&end_time=2026-11-25T15%3A30%3A00Z',
    );
    assert.equal(
      toCommand(query.operation, query.parameters),
      'svc logs query --level error --service checkout --since 2026-11-25T08:00:00Z --until 2026-11-25T15:30:00Z',
    );
  });

  it('reads names with separators of lists, paths and shells as one name', () => {
    const odd = String.raw`a,b\c/d'e &x=1`;
    const list = toRestCall(operation('logs.query'), { service: [odd] });
    const request = readRequest(operation('logs.query'), list) as unknown as { service: string[] };
    assert.deepEqual(request.service, [odd]);
    const { path } = toRestCall(operation('services.red'), { service_name: odd });
    assert.equal(path, `/api/v1/services/${encodeURIComponent(odd)}/red`);
    assert.equal(toCommand('services.red', { service_name: "it's" }), String.raw`svc services red 'it'\''s'`);
  });

  it('has no command where the client takes fewer parameters', () => {
    assert.equal(toCommand('issues.list', { sort: 'users' }), undefined);
    assert.equal(toCommand('logs.query', { service: ['a', 'b'] }), undefined);
    assert.equal(toCommand('persons.search', { search: '--help' }), undefined);
  });
});
