import { Inject, Injectable } from '@nestjs/common';
import type { LlmFiguresSeriesRequest, LlmFiguresSummaryRequest, LlmFiguresTopPersonsRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import {
  bucketStarts,
  fromMilliseconds,
  INTERVALS,
  isEmpty,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_SECOND,
} from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { readPreferredDistinctIds } from '../../../customers/index.js';
import { knownPrices, PriceOverrides } from '../../prices/index.js';
import { FiguresSource } from './figures-source.js';
import type { FoundPersons } from './persons.message.js';
import { selectPersonAccounts, selectPersonCosts, selectPersonUsage } from './persons.query.js';
import type { FoundSeries } from './series.message.js';
import { selectGroups, selectSeries } from './series.query.js';
import type { FoundSummary } from './summary.message.js';
import { selectDurations, selectSummary } from './summary.query.js';

const DEFAULT_WIDTH = 7n * NANOSECONDS_PER_DAY;
const MAX_BUCKETS = 1_500;
const MAX_GROUPS = 20;
const PERSONS = { default: 20, max: 100 };

@Injectable()
export class FiguresService {
  constructor(
    private readonly source: FiguresSource,
    private readonly overrides: PriceOverrides,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async summary(request: LlmFiguresSummaryRequest, reader: ProjectReader): Promise<FoundSummary> {
    const window = resolveWindow(request, reader.scope, this.clock(), DEFAULT_WIDTH);
    const findPrice = await knownPrices(reader.scope.projectId, this.overrides);
    const source = await this.source.select(window, request, 24, reader);
    if (!source) return { window, rows: [], durations: [], findPrice };
    const [rows, durations] = await Promise.all([
      reader.rows(selectSummary(source)),
      reader.rows(selectDurations(source)),
    ]);
    return { window, rows, durations, findPrice };
  }

  /** @throws ServiceError invalid_request for too many buckets. */
  async series(request: LlmFiguresSeriesRequest, reader: ProjectReader): Promise<FoundSeries> {
    const { groupBy } = request;
    const window = resolveWindow(request, reader.scope, this.clock(), DEFAULT_WIDTH);
    const width = INTERVALS.get(request.interval || '1h') ?? 0n;
    if ((window.to - window.from) / width >= MAX_BUCKETS)
      throw invalidField('interval', `must be long enough for at most ${MAX_BUCKETS} buckets in the window`);
    const starts = isEmpty(window) ? [] : bucketStarts(window, width);
    const now = fromMilliseconds(this.clock());
    const source = await this.source.select(window, request, width === NANOSECONDS_PER_DAY ? 24 : 1, reader);
    if (!source) return { starts, width, now, groups: groupBy === '' ? [''] : [], rows: [] };
    const groups =
      groupBy === ''
        ? ['']
        : (await reader.rows(selectGroups(source, groupBy, MAX_GROUPS))).map(({ own_group }) => own_group);
    const rows = await reader.rows(selectSeries(source, Number(width / NANOSECONDS_PER_SECOND), groupBy, groups));
    return { starts, width, now, groups, rows };
  }

  async topPersons(request: LlmFiguresTopPersonsRequest, reader: ProjectReader): Promise<FoundPersons> {
    const { scope } = reader;
    const during = resolveWindow(request, scope, this.clock(), DEFAULT_WIDTH);
    const { agent, environment } = request;
    const runs = { scope, during, agent, environment };
    const limit = Math.min(request.limit ?? PERSONS.default, PERSONS.max);
    const found = isEmpty(during) ? [] : await reader.rows(selectPersonCosts(runs, limit));
    const without = found.find(({ canonical }) => canonical === '');
    const persons = found.filter(({ canonical }) => canonical !== '').slice(0, limit);
    const canonicals = persons.map(({ canonical }) => canonical);
    if (found.length === 0) return { scope, persons, without, usage: [], accounts: [], names: new Map() };
    const [usage, accounts, names] = await Promise.all([
      reader.rows(selectPersonUsage(runs, without ? ['', ...canonicals] : canonicals)),
      reader.rows(selectPersonAccounts(scope, during, canonicals)),
      readPreferredDistinctIds(canonicals, reader),
    ]);
    return { scope, persons, without, usage, accounts, names };
  }
}
