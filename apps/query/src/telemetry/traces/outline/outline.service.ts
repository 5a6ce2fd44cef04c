import { Injectable } from '@nestjs/common';
import { estimateBytes, takeFitting } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { TimeRange } from '@svc/reading/time';
import { notFound, requireFound } from '@svc/service-error';
import { collectRows } from '../trace/collect-rows.js';
import { toTraceShape, type TraceShape } from '../trace/trace-shape.js';
import { TracesRepository } from '../traces.repository.js';
import { selectSpanOutlines, type SpanOutlineRow } from './span-outlines.query.js';

/** The most spans of an outline: a page can draw as many, and they take about seven megabytes. */
const MAX_OUTLINES = 50_000;

export interface OutlinedTrace {
  readonly id: string;
  readonly extent: TimeRange;
  readonly shape: TraceShape;
  readonly isTruncated: boolean;
  readonly spans: readonly SpanOutlineRow[];
}

@Injectable()
export class OutlineService {
  constructor(private readonly traces: TracesRepository) {}

  /** @throws ServiceError not_found */
  async get(traceId: string, reader: ProjectReader): Promise<OutlinedTrace> {
    const id = traceId.toLowerCase();
    const extent = requireFound(await this.traces.extent(id, reader));
    const during = { from: extent.from, to: extent.to + 1n };
    const { rows, isTooLarge } = await collectRows(
      reader.stream(selectSpanOutlines(reader.scope, id, during, MAX_OUTLINES + 1)),
    );
    // A deletion has removed the spans but not yet the summary.
    if (rows.length === 0) throw notFound();
    const spans = await takeFitting(rows.slice(0, MAX_OUTLINES), estimateBytes);
    const isTruncated = isTooLarge || spans.length < rows.length;
    const shape = isTruncated ? await this.traces.shape(id, extent, reader) : toTraceShape(spans);
    return { id, extent, shape, isTruncated, spans };
  }
}
