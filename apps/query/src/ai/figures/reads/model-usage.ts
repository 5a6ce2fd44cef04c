import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { TimeRange } from '@svc/reading/time';
import { FiguresSource } from './figures-source.js';
import { selectSummary } from './summary.query.js';
import { Sums } from './sums.js';

const EVERYTHING = { model: [], provider: [], agent: [], environment: [] };

/** The tokens and the cost of calls of models, for the usage of a project. */
@Injectable()
export class ModelUsage {
  constructor(private readonly source: FiguresSource) {}

  /** The sums of a range without the calls of the service's own judge. */
  async of(range: TimeRange, reader: ProjectReader): Promise<Sums> {
    const source = await this.source.select(range, EVERYTHING, 24, reader);
    const rows = source ? await reader.rows(selectSummary(source)) : [];
    return rows.filter((row) => row.is_judge === 0).reduce((sums, row) => sums.add(row), new Sums());
  }
}
