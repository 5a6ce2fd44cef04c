import { Injectable } from '@nestjs/common';
import type { LogsContextRequest } from '@svc/contract';
import { estimateBytes, takeFitting, MAX_ANSWER_BYTES } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { ResourcesRepository, type ResourceAttributes } from '@svc/reading/resources';
import { sql, stringParam, uint64, type Direction, type SliceWidths } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import { requireFound } from '@svc/service-error';
import { toPosition, type LogRow } from '../logs.query.js';
import { LogsRepository } from '../logs.repository.js';

const DEFAULT = 20;
const MAX_RECORDS = 500;

/** Neighbours are searched at most this far away. */
const MAX_DISTANCE = NANOSECONDS_PER_DAY;

/** One minute around the record, then two, four and so on up to the reach. */
const DOUBLING: SliceWidths = [
  NANOSECONDS_PER_MINUTE,
  ...Array.from({ length: 11 }, (_, step) => NANOSECONDS_PER_MINUTE << BigInt(step)),
];

export interface LogNeighbours {
  /** Nearest first. */
  readonly rows: readonly LogRow[];
  /** There are more records within the reach, or there was no time to look. */
  readonly hasMore: boolean;
}

export interface LogContext {
  readonly log: LogRow;
  readonly before: LogNeighbours;
  readonly after: LogNeighbours;
  readonly resources: ReadonlyMap<string, ResourceAttributes>;
}

@Injectable()
export class ContextService {
  constructor(
    private readonly logs: LogsRepository,
    private readonly resources: ResourcesRepository,
  ) {}

  /** @throws ServiceError not_found */
  async context({ logId, before, after }: LogsContextRequest, reader: ProjectReader): Promise<LogContext> {
    const log = requireFound(await this.logs.find(logId, reader));
    const resources = await this.resources.read([log], reader);
    const measure = (row: LogRow): number => estimateBytes(row) + estimateBytes(resources.get(row.resource_hash));
    const maxBytes = Math.max(0, MAX_ANSWER_BYTES - measure(log)) / 2;
    const [earlier, later] = await Promise.all([
      this.#neighbours(log, 'desc', before, { reader, measure, maxBytes }),
      this.#neighbours(log, 'asc', after, { reader, measure, maxBytes }),
    ]);
    return { log, before: earlier, after: later, resources };
  }

  async #neighbours(
    log: LogRow,
    direction: Direction,
    wanted: number | undefined,
    { reader, measure, maxBytes }: Reading,
  ): Promise<LogNeighbours> {
    const limit = Math.min(wanted ?? DEFAULT, MAX_RECORDS);
    const position = toPosition(log);
    const time = position.value;
    const found = await this.logs.search(
      {
        range: { from: time - MAX_DISTANCE, to: time + MAX_DISTANCE },
        filter: [
          sql`service_name = ${stringParam(log.service_name)}`,
          sql`resource_hash = ${uint64(BigInt(log.resource_hash))}`,
        ],
        direction,
        after: position,
        // If none are requested, one record is read to tell whether there are more.
        limit: Math.max(1, limit),
        widths: DOUBLING,
        maxBytes,
      },
      reader,
    );
    const rows = await takeFitting(found.rows.slice(0, limit), measure, maxBytes);
    return { rows, hasMore: rows.length < found.rows.length || found.next !== undefined };
  }
}

interface Reading {
  readonly reader: ProjectReader;
  readonly measure: (row: LogRow) => number;
  /** Maximum bytes of one side. */
  readonly maxBytes: number;
}
