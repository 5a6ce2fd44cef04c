import { parse, pretty, queryInstant, queryRange, toJson, type Result, type Settings } from '@svc/promql';
import { MAX_SERIES, type ColumnarSource } from '../source/columnar-source.js';
import { streamed, success, type Answer } from './answer.js';
import { invalid, type Parameters } from './parameters.js';
import { writeValue } from './result-json.js';

/** The most steps of a query over a range, as in Prometheus. */
const MAX_STEPS = 11_000;

/** The most values that one query may hold in memory: 17 bytes each. */
const MAX_POINTS = 5_000_000;

/** A request that reads series. */
export interface Asked {
  readonly parameters: Parameters;
  readonly source: ColumnarSource;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

/** Evaluates at one time. */
export async function instant({ parameters, source, signal, nowMs }: Asked): Promise<Answer> {
  const time = parameters.time('time') ?? nowMs;
  const limit = parameters.limit();
  const settings = toSettings(parameters);
  const result = await queryInstant({ ...parameters.query(), source, signal, settings }, time);
  return toAnswer(result, source, limit);
}

/** Evaluates from a start to an end by steps. */
export async function range({ parameters, source, signal }: Asked): Promise<Answer> {
  const bounds = { start: parameters.requireTime('start'), end: parameters.requireTime('end'), step: 0 };
  const step = parameters.duration('step');
  if (bounds.end < bounds.start) throw invalid('end', 'must not be before start');
  if (step === undefined) throw invalid('step', 'is required');
  if ((bounds.end - bounds.start) / step > MAX_STEPS)
    throw invalid('step', `must be longer: a series would have more than ${MAX_STEPS} points`);
  const limit = parameters.limit();
  const settings = toSettings(parameters);
  const result = await queryRange({ ...parameters.query(), source, signal, settings }, { ...bounds, step });
  return toAnswer(result, source, limit);
}

/** The query in a form that is easy to read. */
export function format({ parameters }: Asked): Answer {
  return success(pretty(parameters.query().expr));
}

/** The tree of the query. */
export function tree({ parameters }: Asked): Answer {
  return success(toJson(parse(parameters.query().text)));
}

function toSettings(parameters: Parameters): Partial<Settings> {
  const lookback = parameters.duration('lookback_delta');
  return { maxSeries: MAX_SERIES, maxPoints: MAX_POINTS, ...(lookback !== undefined && { lookback }) };
}

function toAnswer({ value, warnings, infos }: Result, source: ColumnarSource, limit: number | undefined): Answer {
  const isCut = limit !== undefined && 'series' in value && value.series.length > limit;
  const all = [...warnings, ...source.warnings, ...(isCut ? [CUT] : [])];
  return streamed(writeValue(value, limit), { warnings: all, infos });
}

export const CUT = 'results were cut to the limit of the request';
