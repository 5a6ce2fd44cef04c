import { oneOf, select, selectFrom, sql, typed, uint32, unionAll, type RowsOf, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LOG_MINUTES, LOGS } from '@svc/tables';
import { selectSpansWithLink } from '../sample/spans.query.js';
import { inSample, isAbnormal, sampleRange, type SampledSide, type TraceSample } from '../sample/trace-sample.js';

/** The most log records of either side. */
export const MAX_RECORDS = 20_000;
/** Characters of a message that patterns are found in. */
const MESSAGE_LENGTH = 300;

export type LogStepRow = RowsOf<typeof selectLogSteps>;

const COLUMNS = {
  service: typed('String', sql`log_service`),
  // Empty without a span.
  operation: typed('String', sql`log_operation`),
  is_abnormal: typed('UInt8', sql`abnormal_side`),
  message: typed('String', sql`message`),
  severity: typed('UInt8', sql`max(severity_number)`),
  // Spans that wrote the message; records, for messages without a span.
  spans: typed('UInt64', sql`uniqExact(span_link)`),
  records: typed('UInt64', sql`count()`),
  // Nanoseconds.
  first: typed('Int64', sql`min(began)`),
};

const MESSAGE = sql`leftUTF8(body, ${uint32(MESSAGE_LENGTH)})`;
const BEGAN = sql`toUnixTimestamp64Nano(timestamp)`;

/** Messages that the spans of sampled traces wrote. */
export function selectLogSteps(sample: TraceSample) {
  const records = select({
    columns: sql`cityHash64(trace_id, span_id) AS link, service_name AS log_service, ${MESSAGE} AS message, severity_number,
  ${BEGAN} AS began, ${isAbnormal(sample)} AS log_abnormal`,
    from: LOGS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), sql`span_id != toFixedString('', 8)`],
  });
  const joined = selectFrom(records, {
    columns: sql`log_service, operation AS log_operation, log_abnormal AS abnormal_side, message, severity_number, began, link AS span_link`,
    join: sql`AS records INNER JOIN (${selectSpansWithLink(sample)}) AS spans USING (link)`,
  });
  return grouped(joined);
}

/** Messages of records without a span, of one of so many records. */
export function selectLooseMessages(sample: TraceSample, normal: SampledSide, abnormal: SampledSide) {
  const side = ({ range, modulo }: SampledSide, isAbnormalSide: 0 | 1): Sql =>
    select({
      columns: sql`service_name AS log_service, '' AS log_operation, ${uint32(isAbnormalSide)} AS abnormal_side, ${MESSAGE} AS message,
  severity_number, ${BEGAN} AS began, record_id AS span_link`,
      from: LOGS,
      scope: sample.scope,
      during: range,
      where: [
        sql`span_id = toFixedString('', 8)`,
        sql`cityHash64(record_id) % ${uint32(modulo)} = 0`,
        oneOf(sql`environment`, sample.environments),
      ],
    });
  return grouped(unionAll([side(normal, 0), side(abnormal, 1)]));
}

function grouped(records: Sql) {
  return selectFrom(records, {
    columns: COLUMNS,
    groupBy: sql`service, operation, is_abnormal, message`,
    orderBy: sql`severity DESC, spans DESC, service, operation, is_abnormal, message`,
    limit: 2 * MAX_RECORDS,
  });
}

/** Records of a window in whole minutes. */
export function selectRecordTotal({ scope, environments }: TraceSample, range: TimeRange) {
  return select({
    columns: { record_total: typed('Int64', sql`sum(records)`) },
    from: LOG_MINUTES,
    scope,
    during: range,
    where: [oneOf(sql`environment`, environments)],
  });
}
