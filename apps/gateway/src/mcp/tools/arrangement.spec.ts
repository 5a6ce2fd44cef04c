import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { operation, ServicesListResponseSchema, ServicesMapResponseSchema, TraceSchema } from '@svc/contract';
import { encodeAnswer } from '../result/encode-answer.js';
import { rowsOf } from '../tool/rows.js';
import { nameCalls, worstFirst } from './services.js';
import { failedFirst } from './trace.js';

const COUNT = 1_000;
/** An element that is not among the first ones, which alone are encoded. */
const LATE = 900;

describe('what tools arrange before an answer is shortened', () => {
  it('shows a failed span wherever it is in the trace', () => {
    const trace = create(TraceSchema, {
      spans: Array.from({ length: COUNT }, (_, index) => ({
        spanId: String(index),
        status: index === LATE ? 'error' : 'ok',
      })),
    });
    const { json, counts } = encodeAnswer(operation('traces.get'), failedFirst(trace));
    assert.deepEqual(
      rowsOf(json, 'spans')
        .slice(0, 2)
        .map(({ span_id: id }) => id),
      [String(LATE), '0'],
    );
    assert.equal(counts['spans'], COUNT);
  });

  it('shows the worst service first, or the one that is named, among all', () => {
    const answer = create(ServicesListResponseSchema, {
      services: Array.from({ length: COUNT }, (_, index) => ({
        serviceName: `s${index}`,
        errorRate: index === LATE ? 1 : 0,
      })),
    });
    const listed = (service?: string) =>
      rowsOf(encodeAnswer(operation('services.list'), worstFirst(answer, service)).json, 'services');
    assert.equal(listed()[0]?.['service_name'], `s${LATE}`);
    assert.deepEqual(
      listed('s950').map(({ service_name: name }) => name),
      ['s950'],
    );
  });

  it('names both sides of each call, also of services at the end of the map', () => {
    const answer = create(ServicesMapResponseSchema, {
      nodes: Array.from({ length: COUNT }, (_, index) => ({ id: `id${index}`, name: `s${index}` })),
      edges: Array.from({ length: COUNT }, (_, index) => ({
        source: `id${index}`,
        target: `id${(index + 1) % COUNT}`,
      })),
    });
    const { json } = encodeAnswer(operation('services.map'), nameCalls(answer, `s${LATE}`));
    assert.deepEqual(
      rowsOf(json, 'edges').map(({ source, target }) => [source, target]),
      [
        ['s899', 's900'],
        ['s900', 's901'],
      ],
    );
  });
});
