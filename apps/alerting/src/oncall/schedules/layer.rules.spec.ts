import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ScheduleLayerInputSchema } from '@svc/contract';
import type { ServiceError } from '@svc/service-error';
import { checkedLayers } from './layer.rules.js';
import { parseRotationLength } from './rotation-length.js';

const layer = (more: MessageInitShape<typeof ScheduleLayerInputSchema> = {}) =>
  create(ScheduleLayerInputSchema, {
    name: 'week',
    users: ['a'],
    rotationLength: '1w',
    startAt: timestampFromDate(new Date('2026-01-01T00:00:00Z')),
    ...more,
  });
const restricted = (restriction: object) =>
  layer({ restrictions: [{ startTime: '09:00', endTime: '17:00', ...restriction }] });

describe('the layers of a request', () => {
  it('reports invalid layers by field', () => {
    const refused: [ReturnType<typeof layer>[], string][] = [
      [[layer({ rotationLength: '0d' })], 'layers[0].rotation_length'],
      [[layer(), layer()], 'layers[1].name'],
      [[layer({ startAt: timestampFromDate(new Date('1999-12-31T23:59:59Z')) })], 'layers[0].start_at'],
      [[layer({ endAt: timestampFromDate(new Date('2026-01-01T00:00:00Z')) })], 'layers[0].end_at'],
      [[restricted({ type: 'weekly', endDay: 'monday' })], 'layers[0].restrictions[0].start_day'],
      [[restricted({ type: 'daily', startDay: 'monday' })], 'layers[0].restrictions[0].start_day'],
      [
        Array.from({ length: 11 }, (_, nth) =>
          layer({ name: `${nth}`, users: Array.from({ length: 100 }, () => 'a') }),
        ),
        'layers[10].users',
      ],
    ];
    for (const [layers, path] of refused)
      assert.throws(
        () => checkedLayers(layers),
        (error: ServiceError) => error.details[0]?.path === path,
        path,
      );
  });

  it('accepts rotations after hours, days, weeks or months', () => {
    const lengths: [string, object | undefined][] = [
      ['12h', { unit: 'minutes', count: 720 }],
      ['PT12H', { unit: 'minutes', count: 720 }],
      ['1d', { unit: 'minutes', count: 1440 }],
      ['P2W', { unit: 'minutes', count: 20_160 }],
      ['P1M', { unit: 'months', count: 1 }],
      ['12mo', { unit: 'months', count: 12 }],
      ...['', '13mo', '367d', '0h', '1', '1y', '-1d', '1.5d', 'P1D1', ' 1d', 'PT0H', 'P1H'].map(
        (text): [string, undefined] => [text, undefined],
      ),
    ];
    for (const [text, length] of lengths) assert.deepEqual(parseRotationLength(text), length, text);
  });
});
