import { Injectable } from '@nestjs/common';
import type { ServicesMapRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { nonEmpty } from '@svc/reading/statement';
import { isEmpty } from '@svc/reading/time';
import { isEstimated } from '../request-figures.js';
import { ServicesService } from '../services.service.js';
import { selectTargetSpans, selectServiceCalls } from './map.query.js';
import { sampleWindows } from './sample-windows.js';
import { serviceGraph, type ServiceGraph } from './service-graph.js';
import { toUses } from './uses.js';

export interface ServiceMap {
  readonly graph: ServiceGraph;
  readonly isSampled: boolean;
  /** Because of sampled windows, or because senders sampled. */
  readonly isEstimated: boolean;
  readonly isTruncated: boolean;
}

/** Two cores join this many within 100 to 200 ms; a larger window is a sample. */
const MAX_SPANS = 40_000;
const MAX_EDGES = 2_000;
/** Several of these rows become one use. */
const MAX_TARGET_ROWS = 10_000;

@Injectable()
export class MapService {
  constructor(private readonly services: ServicesService) {}

  async map(request: ServicesMapRequest, reader: ProjectReader): Promise<ServiceMap> {
    const { rows, minutes, isTruncated } = await this.services.list(request, reader);
    if (isEmpty(minutes))
      return { graph: serviceGraph([], [], []), isSampled: false, isEstimated: false, isTruncated: false };
    const spans = rows.reduce((sum, row) => sum + Number(row.span_total), 0);
    const { windows, fraction } = sampleWindows(minutes, spans, MAX_SPANS);
    const selection = { scope: reader.scope, windows, environments: nonEmpty(request.environment) };
    const [calls, alike] = await Promise.all([
      reader.rows(selectServiceCalls({ ...selection, limit: MAX_EDGES + 1 })),
      reader.rows(selectTargetSpans({ ...selection, limit: MAX_TARGET_ROWS + 1 })),
    ]);
    return {
      graph: serviceGraph(rows, calls.slice(0, MAX_EDGES), toUses(alike.slice(0, MAX_TARGET_ROWS)), fraction),
      isSampled: fraction < 1,
      isEstimated:
        fraction < 1 || rows.some(isEstimated) || [...calls, ...alike].some((edge) => edge.is_estimated === 1),
      isTruncated: isTruncated || calls.length > MAX_EDGES || alike.length > MAX_TARGET_ROWS,
    };
  }
}
