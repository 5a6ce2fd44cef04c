import { Inject, Injectable } from '@nestjs/common';
import type { SearchUnifiedRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { searchedWords } from '@svc/reading/search-language';
import { nonEmpty, resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import type { ErrorCode } from '@svc/service-error';
import { attempt, type AttemptResult } from '../attempt.js';
import { Finders, TYPES, type Found, type SearchType } from './finders.js';
import { score } from './score.js';

const RESULTS = { default: 20, max: 100 };

export interface ScoredResult extends Found {
  readonly score: number;
}

export interface SearchedType {
  readonly type: SearchType;
  readonly count: number;
  readonly isTruncated: boolean;
  readonly error?: ErrorCode | undefined;
}

export interface UnifiedResults {
  /** The most relevant first; of equally relevant ones the newest. */
  readonly results: readonly ScoredResult[];
  readonly types: readonly SearchedType[];
}

@Injectable()
export class UnifiedService {
  constructor(
    private readonly finders: Finders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError if no type could be searched: the error of the first type. */
  async search(request: SearchUnifiedRequest, reader: ProjectReader): Promise<UnifiedResults> {
    const { q } = request;
    const words = searchedWords(q);
    const range = resolveWindow(request, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
    const types = TYPES.filter((type) => request.types.length === 0 || request.types.includes(type));
    const limit = pageLimit(request.limit, RESULTS);
    const wanted = { q, service: nonEmpty(request.service), range, limit };
    const outcomes = isEmpty(range)
      ? types.map((): AttemptResult<Found> => ({ found: [], isTruncated: false }))
      : await Promise.all(types.map((type) => attempt(() => this.finders.find(type, wanted, reader))));
    const [first] = outcomes;
    if (first?.error && outcomes.every(({ error }) => error)) throw first.error;
    const all = outcomes.flatMap(({ found }) => rate(found, words, q, range)).sort(byRelevance);
    const results = all.slice(0, limit);
    return { results, types: types.map((type, index) => summarize(type, outcomes[index], results)) };
  }
}

function rate(found: readonly Found[], words: readonly string[], q: string, range: TimeRange): ScoredResult[] {
  return found.map((result) => ({ ...result, score: score(result, words, q, range) }));
}

function byRelevance(a: ScoredResult, b: ScoredResult): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.time !== b.time) return a.time < b.time ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function summarize(
  type: SearchType,
  outcome: AttemptResult<Found> | undefined,
  results: readonly ScoredResult[],
): SearchedType {
  const found = outcome?.found ?? [];
  const count = results.filter((result) => result.type === type).length;
  return {
    type,
    count,
    isTruncated: (outcome?.isTruncated ?? true) || count < found.length,
    error: outcome?.error?.code,
  };
}
