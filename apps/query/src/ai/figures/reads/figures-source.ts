import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { nonEmpty, oneOf, sql, unionAll, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ChangedPeriods, type SpanHours } from '../../../changed-periods/index.js';
import { PriceOverrides } from '../../prices/index.js';
import { selectStepFigures, type StepFiguresRow } from '../counting/step-figures.query.js';
import { selectStoredFigures } from '../counting/stored-figures.query.js';
import { thresholdsOf } from '../counting/thresholds.js';
import { planFigures } from './plan.js';

/** Filters by what steps and stored figures both have. */
export interface FigureFilters {
  readonly model: readonly string[];
  readonly provider: readonly string[];
  readonly agent: readonly string[];
  readonly environment: readonly string[];
}

/** Builds the statement over the figures of a window, whether they are stored or have to be counted. */
@Injectable()
export class FiguresSource {
  constructor(
    private readonly changes: ChangedPeriods,
    private readonly overrides: PriceOverrides,
  ) {}

  /**
   * Rows of periods, of which only the beginning is known. Undefined for an empty window.
   *
   * @param longest length in hours of the periods of a row.
   */
  async select(
    window: TimeRange,
    filters: FigureFilters,
    longest: SpanHours,
    { scope }: ProjectReader,
  ): Promise<Sql<StepFiguresRow> | undefined> {
    const lengths: SpanHours[] = longest === 24 ? [24, 1] : [1];
    const { stored, live } = planFigures(window, lengths, await this.changes.within(scope.projectNumber, window));
    const where = toConditions(filters);
    const parts: Sql<StepFiguresRow>[] = [...stored].map(([spanHours, ranges]) =>
      selectStoredFigures({ scope, spanHours, ranges, where }),
    );
    if (live.length > 0) {
      const thresholds = await thresholdsOf(scope.projectId, this.overrides);
      parts.push(selectStepFigures({ scope, ranges: live, thresholds, spanHours: 1, where }));
    }
    return parts.length === 0 ? undefined : unionAll(parts);
  }
}

function toConditions({ model, provider, agent, environment }: FigureFilters): (Sql | undefined)[] {
  return [
    oneOf(sql`model`, nonEmpty(model)),
    oneOf(sql`provider`, nonEmpty(provider)),
    oneOf(sql`agent_name`, nonEmpty(agent)),
    oneOf(sql`environment`, nonEmpty(environment)),
  ];
}
