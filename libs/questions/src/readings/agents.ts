import type { Facts } from '../facts/facts.js';
import type { View } from '../query/typed-query.js';
import { DAY, WEEK } from '../time/window.js';
import {
  bounds,
  dayBounds,
  listed,
  optional,
  TIME,
  windowOf,
  type Draft,
  type Moment,
  type Reader,
} from './reading.js';

/** Runs of agents, the newest first. */
export const agentRuns: Reader = {
  subjects: ['runs'],
  takes: [...TIME, 'traceStatus', 'runStatus', 'order', 'limit', 'person'],
  names: ['agent', 'environment', 'provider'],
  read(facts, moment) {
    const order = facts.order ?? 'newest';
    if (!facts.has('subject', 'runs') || order !== 'newest') return [];
    const outcome = facts.one('traceStatus');
    const status = [...facts.all('runStatus'), ...(outcome === 'ok' ? ['completed'] : [])];
    const [agents, providers] = [facts.named('agent'), facts.named('provider')];
    const isContradictory = outcome !== undefined && facts.has('runStatus');
    if (isContradictory || agents.length > 1 || providers.length > 1) return [];
    const parameters = {
      ...optional('agent', agents[0]),
      ...optional('provider', providers[0]),
      ...listed('environment', facts.named('environment')),
      ...listed('status', status),
      ...(outcome === 'error' ? { errors_only: true } : {}),
      ...optional('distinct_id', facts.one('person')),
      ...dayBounds(moment),
      ...optional('limit', facts.limit),
    };
    return [{ operation: 'agent_runs.list', parameters, view: { chart: 'table' }, score: 1 }];
  },
};

const CALLS = ['model', 'models', 'agent', 'agents', 'runs'];

const filters = (facts: Facts) => ({
  ...listed('model', facts.named('model')),
  ...listed('provider', facts.named('provider')),
  ...listed('agent', facts.named('agent')),
  ...listed('environment', facts.named('environment')),
});

/** The figure that was asked for; `most expensive` asks for the cost. */
function figureOf(facts: Facts): string | undefined {
  const figure = facts.one('figure');
  if (facts.order === undefined) return figure;
  return facts.order === 'expensive' && (figure === undefined || figure === 'cost') ? 'cost' : undefined;
}

const isAbout = (facts: Facts, thing: 'agent' | 'model'): boolean =>
  facts.has('subject', thing) || facts.has('subject', `${thing}s`);

/** What is compared: the group, or with an order the things that are ordered. */
function keyOf(facts: Facts): string | undefined {
  const key = facts.one('modelGroup');
  if (key !== undefined || facts.order === undefined) return key;
  return isAbout(facts, 'agent') ? 'agent' : 'model';
}

/** Cost, tokens and calls of models in a window: one figure, or one for each model, provider, agent or environment. */
export const modelFigures: Reader = {
  subjects: CALLS,
  takes: [...TIME, 'figure', 'modelGroup', 'order', 'limit'],
  names: ['model', 'provider', 'agent', 'environment'],
  read(facts, moment) {
    const measure = figureOf(facts);
    const key = keyOf(facts);
    if (measure === undefined || key === 'person') return [];
    if (key === undefined) return facts.has('limit') ? [] : [summary(facts, moment, { chart: 'number', measure })];
    const isOne = facts.order !== undefined && (facts.has('subject', 'model') || facts.has('subject', 'agent'));
    const limit = facts.limit ?? (isOne ? 1 : undefined);
    const view: View = { chart: 'bar', measure, order: 'desc', ...optional('limit', limit) };
    if (key === 'model') return [summary(facts, moment, view)];
    const parameters = { ...filters(facts), interval: '1d', group_by: key, ...bounds(moment, WEEK) };
    return [{ operation: 'llm.series', parameters, view, score: 1 }];
  },
};

const summary = (facts: Facts, moment: Moment, view: View): Draft => ({
  operation: 'llm.summary',
  parameters: { ...filters(facts), ...bounds(moment, WEEK) },
  view,
  score: 1,
});

const INTERVALS = new Set(['1h', '6h', '1d']);

/** The interval of a series whose buckets are those of UTC: a day of another time zone is none. */
function intervalOf(facts: Facts, moment: Moment): string | undefined {
  const asked = facts.one('interval');
  if (asked !== undefined) return INTERVALS.has(asked) && (asked !== '1d' || moment.zone === 'UTC') ? asked : undefined;
  const { from, to } = windowOf(moment, WEEK);
  if (to - from <= 2 * DAY) return '1h';
  return to - from <= 2 * WEEK || moment.zone !== 'UTC' ? '6h' : '1d';
}

/** Cost, tokens or calls of models over time. */
export const modelSeries: Reader = {
  subjects: CALLS,
  takes: [...TIME, 'figure', 'modelGroup', 'interval', 'series'],
  names: ['model', 'provider', 'agent', 'environment'],
  read(facts, moment) {
    const [measure, key] = [facts.one('figure'), facts.one('modelGroup')];
    const interval = intervalOf(facts, moment);
    const isSeries = facts.has('interval') || facts.has('series');
    if (measure === undefined || !isSeries || interval === undefined || key === 'person') return [];
    const parameters = { ...filters(facts), interval, ...optional('group_by', key), ...bounds(moment, WEEK) };
    return [{ operation: 'llm.series', parameters, view: { chart: 'line', measure }, score: 1 }];
  },
};

/** The persons whose agent runs cost most. */
export const costlyPersons: Reader = {
  subjects: ['persons', ...CALLS],
  takes: [...TIME, 'figure', 'modelGroup', 'who', 'order', 'limit'],
  names: ['agent', 'environment'],
  read(facts, moment) {
    const isPersons = facts.has('who') || facts.has('subject', 'persons') || facts.has('modelGroup', 'person');
    const key = facts.one('modelGroup') ?? 'person';
    if (!isPersons || key !== 'person' || figureOf(facts) !== 'cost') return [];
    const parameters = {
      ...listed('agent', facts.named('agent')),
      ...listed('environment', facts.named('environment')),
      ...bounds(moment, WEEK),
      ...optional('limit', facts.limit),
    };
    return [
      { operation: 'llm.top_persons', parameters, view: { chart: 'bar', measure: 'cost', order: 'desc' }, score: 1 },
    ];
  },
};

/** Models with their figures. */
export const models: Reader = {
  subjects: ['model', 'models'],
  takes: TIME,
  names: ['provider', 'agent', 'environment'],
  read: (facts, moment) => (isAbout(facts, 'model') ? [summary(facts, moment, { chart: 'table' })] : []),
};
