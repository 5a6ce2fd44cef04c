import { Inject, Injectable } from '@nestjs/common';
import type { LogsPatternsRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { logFilters, needsOnlyMinutes, toLogFilters } from '../log-filters.js';
import { minePatterns, type Pattern } from './mine-patterns.js';
import type { MessageRow } from './patterns.query.js';
import { PatternsRepository, type SampledMessages } from './patterns.repository.js';
import { bucketRange, splitIntoBuckets } from './sampling.js';

const PATTERNS = { default: 50, max: 500 };
/** Each message is masked and compared, which takes tens of microseconds. */
const SAMPLE = 20_000;

/** One pattern with its figures for the whole window. */
export interface CountedPattern {
  readonly id: string;
  readonly template: string;
  readonly count: number;
  /** Records by bucket of the window. */
  readonly trend: readonly number[];
  /** Nanoseconds. */
  readonly first: bigint;
  readonly latest: MessageRow;
  /** The most severe severity number of its records. */
  readonly highestSeverity: number;
}

export interface FoundPatterns {
  /** The most frequent first. */
  readonly patterns: readonly CountedPattern[];
  /** Number of patterns, including those beyond the limit of the response. */
  readonly found: number;
  readonly scanned: number;
  readonly total: number;
  /** The starts of the buckets. */
  readonly starts: readonly bigint[];
}

@Injectable()
export class PatternsService {
  constructor(
    private readonly repository: PatternsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async patterns(request: LogsPatternsRequest, reader: ProjectReader, sample = SAMPLE): Promise<FoundPatterns> {
    const range: TimeRange = resolveWindow(request, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
    const filters = toLogFilters(request);
    const filter = logFilters(filters, reader.scope);
    if (isEmpty(range)) return { patterns: [], found: 0, scanned: 0, total: 0, starts: [] };
    const buckets = splitIntoBuckets(range);
    const read = await this.repository.read(
      { scope: reader.scope, range, filter, isByMinute: needsOnlyMinutes(filters), sample },
      buckets,
      reader,
    );
    const mined = await minePatterns(byText(read.messages));
    const counted = mined.map((pattern) => count(pattern, read)).sort(byCount);
    const frequent = counted.filter((pattern) => pattern.count >= (request.minCount ?? 1));
    return {
      patterns: frequent.slice(0, pageLimit(request.limit, PATTERNS)),
      found: frequent.length,
      scanned: sum(read.scanned),
      total: Math.max(sum(read.counts), sum(read.scanned)),
      starts: read.counts.map((_, bucket) => bucketRange(buckets, bucket).from),
    };
  }
}

interface Message {
  readonly text: string;
  readonly rows: MessageRow[];
}

/** Merges messages with the same text in several buckets, so that each is mined once. */
function byText(rows: readonly MessageRow[]): Message[] {
  const messages = new Map<string, Message>();
  for (const row of rows) {
    const known = messages.get(row.message);
    if (known) known.rows.push(row);
    else messages.set(row.message, { text: row.message, rows: [row] });
  }
  return [...messages.values()];
}

/** A record of a partly read bucket represents as many records as the bucket has for each one that was read. */
function count({ id, template, messages }: Pattern<Message>, { counts, scanned }: SampledMessages): CountedPattern {
  const rows = messages.flatMap((message) => message.rows);
  const read = new Array<number>(counts.length).fill(0);
  for (const { bucket, records } of rows) read[Number(bucket)] = (read[Number(bucket)] ?? 0) + Number(records);
  const trend = read.map((records, bucket) => {
    const weight = Math.max(1, (counts[bucket] ?? 0) / (scanned[bucket] ?? 1));
    return records === 0 ? 0 : Math.round(records * weight);
  });
  return {
    id,
    template,
    count: sum(trend),
    trend,
    first: rows.map(({ first }) => BigInt(first)).reduce((a, b) => (a < b ? a : b)),
    latest: rows.reduce((a, b) => (b.id > a.id ? b : a)),
    highestSeverity: Math.max(...rows.map(({ gravest }) => gravest)),
  };
}

const byCount = (a: CountedPattern, b: CountedPattern): number =>
  b.count - a.count || (a.template < b.template ? -1 : 1);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
