import { fields, type SearchableTable } from '@svc/reading/search-language';
import { LOG_FIELDS } from '@svc/reading/signals';
import { select, sql, stringParam, uint32, uint64, type Scope } from '@svc/reading/statement';
import { ceilTo, floorTo, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { LOG_MINUTES, LOGS } from '@svc/tables';
import type { Question } from '../question.js';
import { wholeRange } from '../windows.js';
import type { SourceShape, Sources } from './source.js';

/**
 * Characters of a body that are masked, and of its pattern. A pattern is shorter, so that its end is that of the masked text, and not one
 * that moves with the length of a number before it.
 */
const MAX_PREFIX = 256;
const MAX_PATTERN = 120;

/** Records that are masked for each window, so that the cost of a window does not grow with its records. */
const MAX_MASKED = 10_000;

/** Line breaks among others: the search language has no control characters, and titles have one line. */
const CONTROL = stringParam(String.raw`\p{Cc}+`);

/**
 * Marks the end of a JSON key while quoted text is masked. RE2 has no look-ahead, and capturing the key takes ten times
 * as long.
 */
const [END_OF_KEY, MARK] = [stringParam('":'), stringParam('\u0001')];

/** Further words with a digit, after punctuation. */
const WORDS = String.raw`(?:(?:[-.,/+]|::?)\w*\d\w*)*`;

/** The parts that vary between records of one statement in a program. */
const VARIABLE = stringParam(
  [
    // The last may be cut off with the body.
    String.raw`"(?:[^"\\\x01]|\\.)*(?:"|$)`,
    // Text between two apostrophes within words is not quoted.
    String.raw`\B'[^']*'\B`,
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b`,
    // Addresses of IPv6, some of whose words have letters only, and times.
    String.raw`\b(?:[0-9a-fA-F]{1,4}::?){2,7}[0-9a-fA-F]{1,4}\b${WORDS}`,
    // Numbers with units, dates, addresses, versions, IDs.
    String.raw`(?:\B[-+])?\w*\d\w*${WORDS}`,
  ].join('|'),
);

const PREFIX = sql`replaceRegexpAll(leftUTF8(body, ${uint32(MAX_PREFIX)}), ${CONTROL}, ' ')`;
const MASKED = sql`replaceRegexpAll(replaceAll(${PREFIX}, ${END_OF_KEY}, ${MARK}), ${VARIABLE}, '<*>')`;
const PATTERN = sql`trimBoth(leftUTF8(replaceAll(${MASKED}, ${MARK}, ${END_OF_KEY}), ${uint32(MAX_PATTERN)}))`;

const PATTERN_FIELDS: SearchableTable = {
  ...LOG_FIELDS,
  fields: new Map([
    ...LOG_FIELDS.fields,
    ...fields({ names: ['pattern'], field: { type: 'keyword', column: PATTERN } }),
  ]),
};

/**
 * Log records with a body, each with its pattern. Beyond a limit, a sample of the records is read and weighted
 * accordingly.
 */
export function patternSources({ windows }: Question, scope: Scope): Sources {
  const { from, to } = wholeRange(windows);
  // Minutes that are counted already tell how many there are.
  const during: TimeRange = { from: floorTo(from, NANOSECONDS_PER_MINUTE), to: ceilTo(to, NANOSECONDS_PER_MINUTE) };
  const divisor = uint64(MAX_MASKED * windows.count);
  const recordsPerSample = sql`(${select({
    columns: sql`toUInt64(greatest(ceil(sum(records) / ${divisor}), 1))`,
    from: LOG_MINUTES,
    scope,
    during,
  })})`;
  return {
    records: {
      table: PATTERN_FIELDS,
      rows: sql`1`,
      weight: sql`toFloat64(${recordsPerSample})`,
      errors: sql`is_error * toFloat64(${recordsPerSample})`,
      time: sql`toUnixTimestamp64Nano(timestamp)`,
      select: (shape: SourceShape) =>
        select({
          from: LOGS,
          scope,
          ...shape,
          where: [sql`cityHash64(record_id) % ${recordsPerSample} = 0`, sql`body != ''`, ...shape.where],
        }),
    },
  };
}
