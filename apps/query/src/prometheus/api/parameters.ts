import { parse, parseDuration, PromqlError, type Expr, type Matcher } from '@svc/promql';

/** The most selectors of one request. */
const MAX_SELECTORS = 50;
/** The farthest time from 1970, in milliseconds: the last second of the year 9999. */
const MAX_TIME = 253_402_300_799_000;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Parameters of a request. Every refusal names the parameter. */
export class Parameters {
  constructor(private readonly pairs: readonly { readonly name: string; readonly value: string }[]) {}

  all(name: string): string[] {
    return this.pairs.filter((pair) => pair.name === name).map(({ value }) => value);
  }

  /** The first value; empty if there is none. */
  text(name: string): string {
    return this.pairs.find((pair) => pair.name === name)?.value ?? '';
  }

  /** A time in milliseconds: Unix seconds or RFC 3339. */
  time(name: string): number | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    const time = NUMBER.test(text) ? Math.round(Number(text) * 1_000) : RFC_3339.test(text) ? Date.parse(text) : NaN;
    if (!(Math.abs(time) <= MAX_TIME)) throw invalid(name, 'must be a Unix time in seconds or a time of RFC 3339');
    return time;
  }

  requireTime(name: string): number {
    return this.time(name) ?? refuse(name, 'is required');
  }

  /** A duration of more than 0 in milliseconds: seconds, or with units. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    const duration = NUMBER.test(text) ? Math.round(Number(text) * 1_000) : parseDuration(text);
    if (duration === undefined || !(duration > 0 && duration <= MAX_TIME))
      throw invalid(name, 'must be a duration of more than 0, such as 15 or 1m');
    return duration;
  }

  /** A number of results; undefined for no limit, which 0 means as well. */
  limit(name = 'limit'): number | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    if (!/^\d{1,9}$/.test(text)) throw invalid(name, 'must be a whole number of at most 9 digits');
    return Number(text) || undefined;
  }

  /** The query and its text. @throws PromqlError if it cannot be parsed. */
  query(): { readonly text: string; readonly expr: Expr } {
    const text = this.text('query');
    if (text === '') throw invalid('query', 'is required');
    return { text, expr: parse(text) };
  }

  /** The selectors of series, each as its matchers. @throws PromqlError if one is none. */
  selectors(): (readonly Matcher[])[] {
    const texts = this.all('match[]');
    if (texts.length > MAX_SELECTORS) throw invalid('match[]', `must not be there more than ${MAX_SELECTORS} times`);
    return texts.map((text) => {
      const expr = parse(text);
      if (expr.kind !== 'selector' || expr.offset || expr.at !== undefined || expr.extension !== undefined)
        throw invalid('match[]', 'must be a selector of series');
      return expr.matchers;
    });
  }
}

export function invalid(name: string, reason: string): PromqlError {
  return new PromqlError('bad_data', `invalid parameter "${name}": ${reason}`);
}

export function refuse(name: string, reason: string): never {
  throw invalid(name, reason);
}
