import type { Facts } from '../facts/facts.js';
import type { JsonObject } from '../query/typed-query.js';
import { HOUR } from '../time/window.js';
import type { ItemKind } from '../words/item.js';
import { bounds, bucket, groups, listed, optional, places, search, TIME, windowOf, type Reader } from './reading.js';

const FILTERS: readonly ItemKind[] = [
  ...TIME,
  'and',
  'level',
  'text',
  'excludedText',
  'excludedLevel',
  'excluded',
  'attribute',
  'person',
  'traceId',
];
const INTERVALS = new Set(['1m', '5m', '15m', '30m', '1h', '6h', '12h', '1d']);

const levels = (facts: Facts): string[] => [...new Set(facts.all('level').flatMap((level) => level.split(',')))];

const filters = (facts: Facts): JsonObject => ({
  ...search(facts),
  ...listed('level', levels(facts)),
  ...places(facts),
  ...optional('distinct_id', facts.one('person')),
  ...optional('trace_id', facts.one('traceId')),
});

const isAboutLogs = (facts: Facts): boolean => facts.has('subject', 'logs') || facts.has('level');

export const logRecords: Reader = {
  subjects: ['logs'],
  takes: [...FILTERS, 'order', 'limit'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const { order } = facts;
    if (!isAboutLogs(facts) || (order !== undefined && order !== 'oldest' && order !== 'newest')) return [];
    const parameters = {
      ...filters(facts),
      ...bounds(moment),
      ...(order === 'oldest' ? { sort: 'timestamp_asc' } : {}),
      ...optional('limit', facts.limit),
    };
    return [{ operation: 'logs.query', parameters, view: { chart: 'table' }, score: 1 }];
  },
};

export const logCounts: Reader = {
  subjects: ['logs', 'service', 'services'],
  takes: [...FILTERS, 'count', 'series', 'interval', 'group', 'order'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const isByService = facts.has('subject', 'service') || facts.has('subject', 'services');
    const isMostErrors = isByService && facts.order === 'errors';
    if (!isAboutLogs(facts) || facts.has('count', 'unique')) return [];
    // `logs of every service` asks for records.
    if ((isByService || facts.order !== undefined) && !isMostErrors) return [];
    const isSeries = facts.has('series') || facts.has('interval');
    const asked = [...groups(facts), ...(isByService ? ['service'] : [])];
    if ((!isSeries && !facts.has('count') && asked.length === 0) || asked.length > 3) return [];
    const interval = isSeries ? bucket(facts, windowOf(moment, HOUR)) : undefined;
    if (interval !== undefined && !INTERVALS.has(interval)) return [];
    if (isMostErrors && facts.has('level')) return [];
    const parameters = {
      group_by: asked.length > 0 ? [...new Set(asked)] : ['level'],
      ...filters(facts),
      ...(isMostErrors ? { level: ['error'] } : {}),
      ...bounds(moment),
      ...optional('interval', interval),
    };
    const chart = isSeries ? 'line' : asked.length > 0 ? 'bar' : 'number';
    return [{ operation: 'logs.aggregate', parameters, view: { chart }, score: 1 }];
  },
};

export const logPatterns: Reader = {
  subjects: ['patterns'],
  takes: [...TIME, 'level', 'text', 'excludedText', 'excluded', 'attribute'],
  names: ['service', 'environment'],
  read(facts, moment) {
    if (!facts.has('subject', 'patterns')) return [];
    const parameters = { ...filters(facts), ...bounds(moment) };
    return [{ operation: 'logs.patterns', parameters, view: { chart: 'table' }, score: 1 }];
  },
};
