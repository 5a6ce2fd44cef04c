import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { HOUR, NOW, testReader, testScope, TelemetryWriter, type SpanFixture } from '@svc/reading/testing';
import { CustomerWriter } from '../../../customers/persons/persons.fixture.js';
import { selectServicesOfPerson } from './person-services.query.js';

const PROJECT = 7_371;
const [SERVER, CLIENT] = [2, 3];
const ERROR = 2;

describe('the services of a person', () => {
  let engine: SharedStore;
  let written = 0;
  const span = (service: string, others: Partial<SpanFixture> = {}): SpanFixture => ({
    project: PROJECT,
    traceId: (++written).toString(16).padStart(32, '0'),
    spanId: written.toString(16).padStart(16, '0'),
    timestamp: NOW - HOUR / 2n,
    durationNs: 1_000_000n,
    kind: SERVER,
    service,
    distinctId: 'ann',
    ...others,
  });
  beforeAll(async () => {
    engine = await sharedStore();
    await new TelemetryWriter(engine.store).spans([
      span('web'),
      span('web'),
      span('pay', { statusCode: ERROR }),
      span('mail', { distinctId: 'ann-phone', statusCode: ERROR }),
      span('mail', { distinctId: 'ann-phone', statusCode: ERROR }),
      span('browser', { kind: CLIENT }),
      span('other', { distinctId: 'bob' }),
      span('earlier', { timestamp: NOW - 3n * HOUR }),
    ]);
    await new CustomerWriter(engine.store).merge(PROJECT, { 'ann-phone': 'ann' });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it('are those that answered requests under any ID of the person, those with most failures first', async () => {
    const read = (project: number) =>
      testReader(engine.store, testScope(project)).rows(
        selectServicesOfPerson(testScope(project), 'ann', { from: NOW - HOUR, to: NOW }, 20),
      );
    assert.deepEqual(
      (await read(PROJECT)).map(({ service, errors }) => [service, errors]),
      [
        ['mail', '2'],
        ['pay', '1'],
        ['web', '0'],
      ],
    );
    assert.deepEqual(await read(PROJECT + 1), []);
  });
});
