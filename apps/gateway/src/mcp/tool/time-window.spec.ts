import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { readWindow, type TimeArguments } from './time-window.js';

const NOW = Date.parse('2026-05-01T12:00:00Z');

describe('readWindow', () => {
  it.each<[string, TimeArguments, string, string]>([
    ['the default', {}, '2026-05-01T11:00:00.000Z', '2026-05-01T12:00:00.000Z'],
    ['a duration', { since: '2d' }, '2026-04-29T12:00:00.000Z', '2026-05-01T12:00:00.000Z'],
    [
      'a duration before an end',
      { since: '30m', end_time: '2026-01-01T00:00:00Z' },
      '2025-12-31T23:30:00.000Z',
      '2026-01-01T00:00:00Z',
    ],
    [
      'a beginning',
      { start_time: '2026-04-01T00:00:00+02:00' },
      '2026-04-01T00:00:00+02:00',
      '2026-05-01T12:00:00.000Z',
    ],
    [
      'both bounds',
      { start_time: '2026-01-01T00:00:00Z', end_time: '2026-02-01T00:00:00Z' },
      '2026-01-01T00:00:00Z',
      '2026-02-01T00:00:00Z',
    ],
    ['an end alone', { end_time: '2026-02-01T00:00:00Z' }, '2026-01-31T23:00:00.000Z', '2026-02-01T00:00:00Z'],
  ])('reads %s', (_, given, start, end) => {
    assert.deepEqual(readWindow(given, '1h', NOW), { start_time: start, end_time: end });
  });

  it.each<[string, TimeArguments, string]>([
    ['a duration with a beginning', { since: '1h', start_time: '2026-01-01T00:00:00Z' }, 'since'],
    [
      'a beginning after the end',
      { start_time: '2026-02-01T00:00:00Z', end_time: '2026-01-01T00:00:00Z' },
      'start_time',
    ],
    ['a beginning in the future', { start_time: '2027-02-01T00:00:00Z' }, 'start_time'],
    ['no time', { start_time: 'yesterday' }, 'start_time'],
    ['no end', { end_time: 'tomorrow' }, 'end_time'],
  ])('refuses %s, naming the argument and never its value', (_, given, path) => {
    assert.throws(
      () => readWindow(given, '1h', NOW),
      (error) =>
        error instanceof ServiceError &&
        error.details[0]?.path === path &&
        !/yesterday|tomorrow|2027/.test(error.message),
    );
  });
});
