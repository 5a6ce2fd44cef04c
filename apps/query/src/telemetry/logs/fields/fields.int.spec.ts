import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { LogsFieldsRequestSchema } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  at,
  clock,
  DAY,
  HOUR,
  type LogFixture,
  MINUTE,
  NOW,
  testScope,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { toFields } from '../../fields/fields.message.js';
import { FieldsService } from './fields.service.js';

type Request = MessageInitShape<typeof LogsFieldsRequestSchema>;

describe('log fields', () => {
  let engine: SharedStore;
  let service: FieldsService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new FieldsService(clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const read = async (request: Request, scope: Scope, sample?: number) =>
    toFields(await service.fields(create(LogsFieldsRequestSchema, request), testReader(engine.store, scope), sample));
  let written = 0;
  const log = (project: number, others: Partial<LogFixture>): LogFixture => ({
    project,
    timestamp: NOW - MINUTE,
    idTail: (++written).toString(16).padStart(16, '0'),
    ...others,
  });

  it('lists the fields of the search language, of the records and of their resources, with kinds and values', async () => {
    await writer.logs([
      log(10, {
        service: 'cart',
        severityNumber: 17,
        attributes: { size: '12', ok: 'true', route: '/a' },
        resourceHash: 5n,
      }),
      log(10, {
        service: 'cart',
        severityNumber: 9,
        attributes: { size: '1e3', ok: 'false', route: '/b' },
        resourceHash: 5n,
      }),
      log(10, { service: 'web', attributes: { size: '-0.5', route: '/a', empty: '' }, resourceHash: 6n }),
    ]);
    await writer.resource(10, 5n, { 'host.name': 'node-1', route: 'r' });
    await writer.resource(10, 6n, { 'host.name': 'node-2' });
    const { fields = [], ...others } = await read({}, testScope(10));
    assert.deepEqual(others, { scanned: 3n, total: 3n, sampled: false, truncated: false });
    const shown = fields.map(({ source, name, kind, count, cardinality, values = [] }) => {
      const list = values.map(({ value, count: records }) => `${value}=${records}`);
      return `${source} ${name} ${kind} ${count}/${cardinality} ${list.join(' ')}`;
    });
    assert.deepEqual(shown, [
      'field service string 3/2 cart=2 web=1',
      'field level string 2/2 error=1 info=1',
      'attribute route string 3/2 /a=2 /b=1',
      'attribute size number 3/3 -0.5=1 12=1 1e3=1',
      'attribute ok boolean 2/2 false=1 true=1',
      'attribute empty string 1/1 =1',
      'resource host.name string 3/2 node-1=2 node-2=1',
      'resource route string 2/1 r=2',
    ]);
  });

  it('covers one project, by default its last day, and the filtered records', async () => {
    await writer.logs([
      log(20, { service: 'old', timestamp: NOW - DAY - 1n }),
      log(20, { service: 'day', timestamp: NOW - DAY }),
      log(20, { service: 'new', environment: 'prod', severityNumber: 17, body: 'found' }),
      log(21, { service: 'other', resourceHash: 9n }),
    ]);
    await writer.resource(20, 9n, { mine: 'no' });
    const services = async (request: Request, project: number): Promise<(string | undefined)[]> => {
      const { fields = [] } = await read(request, testScope(project));
      return fields.find(({ name }) => name === 'service')?.values?.map(({ value }) => value) ?? [];
    };
    assert.deepEqual(await services({}, 20), ['day', 'new']);
    assert.deepEqual(await services({ startTime: at(NOW - 2n * DAY) }, 20), ['day', 'new', 'old']);
    assert.deepEqual(await services({ endTime: at(NOW - HOUR) }, 20), ['day', 'old']);
    for (const request of [{ level: ['error'] }, { environment: ['prod'] }, { q: 'found' }, { service: ['new'] }]) {
      assert.deepEqual(await services(request, 20), ['new']);
    }
    assert.deepEqual(await services({}, 21), ['other']);
    assert.deepEqual(await read({}, testScope(22)), {
      fields: [],
      scanned: 0n,
      total: 0n,
      sampled: false,
      truncated: false,
    });
  });

  it('samples the newest records if there are many, and reports it', async () => {
    await writer.logs(
      Array.from({ length: 300 }, (_, age) =>
        log(30, { service: age < 100 ? 'new' : 'old', timestamp: NOW - 1n - BigInt(age) * MINUTE }),
      ),
    );
    const answer = await read({}, testScope(30), 100);
    assert.deepEqual([answer.scanned, answer.total, answer.sampled], [100n, 300n, true]);
    assert.deepEqual(answer.fields?.[0]?.values, [{ value: 'new', count: 100n }]);
  });

  it('returns the ten most frequent values and at most 500 names', async () => {
    const names = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`name-${index}`, 'x']));
    await writer.logs([
      ...Array.from({ length: 78 }, (_, index) =>
        log(40, { attributes: { many: `v${Math.floor(Math.sqrt(2 * index + 0.25) - 0.5)}` } }),
      ),
      log(40, { attributes: names }),
    ]);
    const answer = await read({}, testScope(40));
    assert.deepEqual([answer.fields?.length, answer.truncated], [500, true]);
    const many = answer.fields?.find(({ name }) => name === 'many');
    assert.equal(many?.cardinality, 12n);
    assert.deepEqual(
      many.values?.map(({ value, count }) => [value, count]),
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((value) => [`v${value}`, BigInt(value + 1)]),
    );
  });

  it('lists old and new names of semantic conventions as one field with the new name', async () => {
    await writer.logs([
      log(50, { attributes: { 'http.method': 'GET', 'db.system': 'redis' }, resourceHash: 51n }),
      log(50, { attributes: { 'http.request.method': 'GET' }, resourceHash: 52n }),
      log(50, { attributes: { 'http.request.method': 'PUT', 'http.method': 'put' }, resourceHash: 52n }),
      log(50, { attributes: { route: '/', size: '1' } }),
    ]);
    await writer.resource(50, 51n, { 'faas.id': 'one' });
    await writer.resource(50, 52n, { 'cloud.resource_id': 'two', 'http.method': 'no request' });
    const shown = async (request: Request) =>
      (await read(request, testScope(50))).fields?.map(({ source, name, kind, count, cardinality, values = [] }) => {
        const list = values.map(({ value, count: records }) => `${value}=${records}`);
        return `${source} ${name} ${kind} ${count}/${cardinality} ${list.join(' ')}`;
      });
    assert.deepEqual(await shown({}), [
      'attribute http.request.method string 3/2 GET=2 PUT=1',
      'attribute db.system.name string 1/1 redis=1',
      'attribute route string 1/1 /=1',
      'attribute size number 1/1 1=1',
      'resource cloud.resource_id string 3/2 two=2 one=1',
      'resource http.request.method string 2/1 no request=2',
    ]);
    // The record with both names has one value, and is found by each.
    for (const q of ['http.method:put', 'http.request.method:put', 'attributes.http.request.method:PUT'])
      assert.equal((await read({ q }, testScope(50))).scanned, 1n, q);
    assert.equal((await read({ q: '-http.request.method:GET' }, testScope(50))).scanned, 2n);
    assert.equal((await read({ q: 'http.method:*' }, testScope(50))).scanned, 3n);
    assert.equal((await read({ q: 'faas.id:two' }, testScope(50))).scanned, 2n);
  });
});
