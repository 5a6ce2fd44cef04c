import { selectDistinctIds } from '@svc/reading/persons';
import { idBytes, select, sql, stringParam, type Sql } from '@svc/reading/statement';
import { ERRORS, ISSUE_VARIANTS, SPANS } from '@svc/tables';
import { inSample, sampleRange, type TraceSample } from '../sample/trace-sample.js';

/** The operation, issue or person to which requests are related. */
export interface RequestSubject {
  readonly operation: string | undefined;
  /** UUID. */
  readonly issueId: string | undefined;
  /** Canonical distinct ID. */
  readonly personId: string | undefined;
}

const isOfTraces = (traces: Sql): Sql => sql`trace_id IN (${traces})`;

function selectTraces(sample: TraceSample, ...where: readonly Sql[]): Sql {
  return select({
    columns: sql`trace_id`,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), ...where],
  });
}

/** Requests of traces with a span of an operation, in any service. */
export function isOfOperation(sample: TraceSample, operation: string): Sql {
  return isOfTraces(selectTraces(sample, sql`name = ${stringParam(operation)}`));
}

/** Requests of traces with a span of a person, under whichever ID. */
export function isOfPerson(sample: TraceSample, personId: string): Sql {
  return isOfTraces(selectTraces(sample, sql`distinct_id IN (${selectDistinctIds(sample.scope, [personId])})`));
}

/** Requests of traces with an error of an issue. */
export function isOfIssue(sample: TraceSample, issueId: string): Sql {
  const { scope } = sample;
  const variants = select({
    columns: sql`variant`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [sql`issue_id = ${idBytes(issueId.replaceAll('-', ''), 16)}`],
  });
  return isOfTraces(
    select({
      columns: sql`trace_id`,
      from: ERRORS,
      scope,
      during: sampleRange(sample),
      where: [sql`variant IN (${variants})`, sql`trace_id != toFixedString('', 16)`],
    }),
  );
}
