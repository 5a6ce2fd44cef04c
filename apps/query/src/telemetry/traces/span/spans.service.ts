import { Injectable } from '@nestjs/common';
import type { SpansGetRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { ResourcesRepository, type ResourceAttributes } from '@svc/reading/resources';
import { isTooExpensive, type SliceWidths } from '@svc/reading/statement';
import { NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { notFound, requireFound } from '@svc/service-error';
import { MAX_TRACE_DURATION } from '../search/trace-search.query.js';
import { selectSpan, type SpanRow } from '../trace/spans.query.js';
import { TracesRepository } from '../traces.repository.js';
import { selectLinkingSpans, type LinkingSpanRow, type LinkTarget } from './linking-spans.query.js';

const MAX_LINKING_SPANS = 100;
/** A link may be added after its span has started, and clocks differ. */
const LINKS_BEFORE = NANOSECONDS_PER_HOUR;
const LINKS_AFTER = MAX_TRACE_DURATION;
/** The most spans of one slice that are read for their links. */
const MAX_SEARCHED_ROWS = 50_000_000;
/** Most links are from spans that start soon after. */
const WIDTHS: SliceWidths = [70n * NANOSECONDS_PER_MINUTE, 4n * NANOSECONDS_PER_HOUR, 20n * NANOSECONDS_PER_HOUR];

export interface LinkingSpans {
  readonly rows: readonly LinkingSpanRow[];
  readonly searched: TimeRange;
  readonly isTruncated: boolean;
}

export interface SpanWithLinks {
  readonly traceId: string;
  readonly span: SpanRow;
  readonly resource: ResourceAttributes | undefined;
  /** Number of spans of the trace with the ID. */
  readonly sameId: number;
  readonly linkedBy: LinkingSpans;
}

@Injectable()
export class SpansService {
  constructor(
    private readonly traces: TracesRepository,
    private readonly resources: ResourcesRepository,
  ) {}

  /** @throws ServiceError not_found */
  async get(
    request: Pick<SpansGetRequest, 'traceId' | 'spanId'>,
    reader: ProjectReader,
    maxSearched = MAX_SEARCHED_ROWS,
  ): Promise<SpanWithLinks> {
    const [traceId, spanId] = [request.traceId.toLowerCase(), request.spanId.toLowerCase()];
    const { from, to } = requireFound(await this.traces.extent(traceId, reader));
    const [span] = await reader.rows(selectSpan(reader.scope, traceId, spanId, { from, to: to + 1n }));
    if (!span) throw notFound();
    const start = BigInt(span.timestamp_ns);
    const [resources, linkedBy] = await Promise.all([
      this.resources.read([span], reader),
      findLinkingSpans(
        { traceId, spanId },
        { from: start - LINKS_BEFORE, to: start + LINKS_AFTER },
        maxSearched,
        reader,
      ),
    ]);
    return { traceId, span, resource: resources.get(span.resource_hash), sameId: Number(span.same_id), linkedBy };
  }
}

/** The linking spans that are found before the time or the rows to read are used up. Each of them is certain; there may be more. */
async function findLinkingSpans(
  target: LinkTarget,
  range: TimeRange,
  maxRowsToRead: number,
  reader: ProjectReader,
): Promise<LinkingSpans> {
  try {
    const { rows, next } = await reader.page<LinkingSpanRow>({
      range,
      direction: 'asc',
      after: undefined,
      limit: MAX_LINKING_SPANS,
      widths: WIDTHS,
      toPosition: ({ time, trace }) => ({ value: BigInt(time), id: trace }),
      read: async (slice, limit) => ({
        rows: await reader.rows(selectLinkingSpans(reader.scope, target, slice, limit), { maxRowsToRead }),
      }),
    });
    const searched = next ? { from: range.from, to: next.value + 1n } : range;
    return { rows, searched, isTruncated: next !== undefined };
  } catch (error) {
    if (!isTooExpensive(error)) throw error;
    return { rows: [], searched: { from: range.from, to: range.from }, isTruncated: true };
  }
}
