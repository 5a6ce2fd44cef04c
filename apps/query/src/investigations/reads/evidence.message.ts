import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type {
  InvestigationConclusionSchema,
  InvestigationEvidenceSchema,
  InvestigationHypothesisSchema,
  InvestigationRerunSchema,
} from '@svc/contract';
import type { Conclusion, Evidence, Hypothesis, Window } from '@svc/investigations';
import type { Rerun } from '../terms/records.js';

/** The time and the round in which something happened. */
export interface Moment {
  readonly round: number;
  readonly at: Date;
}

export const toWindow = ({ start, end }: Window) => ({ start: timestampFromMs(start), end: timestampFromMs(end) });

/** @param isExpired whether the data behind the evidence are no longer retained. */
export function toEvidence(
  { id, kind, title, finding, entities, window, query, rows, resultHash, link, scopes }: Evidence,
  { round, at }: Moment,
  isExpired: boolean,
): MessageInitShape<typeof InvestigationEvidenceSchema> {
  return {
    id,
    kind,
    title,
    finding,
    resultHash,
    link,
    round,
    entities: entities.map(({ type, name }) => ({ type, name })),
    window: toWindow(window),
    query: {
      check: query.check,
      // Only JSON is stored.
      parameters: query.parameters as JsonObject,
      bytesRead: BigInt(Math.round(query.bytesRead)),
      durationMs: BigInt(Math.round(query.durationMs)),
    },
    result: rows.map((row) => ({ ...row })),
    scopes: [...scopes],
    expired: isExpired,
    foundAt: timestampFromDate(at),
  };
}

export function toConclusion({
  level,
  text,
  causes = [],
  claims = [],
  reason,
}: Partial<Conclusion> & Pick<Conclusion, 'level'>): MessageInitShape<typeof InvestigationConclusionSchema> {
  return {
    level,
    causes: causes.map(({ type, name }) => ({ type, name })),
    claims: claims.map((claim) => ({ text: claim.text, evidenceIds: [...claim.evidenceIds] })),
    ...(text !== undefined && { text }),
    ...(reason !== undefined && { reason }),
  };
}

export function toHypothesis({
  id,
  cause,
  text,
  status,
  score,
  evidenceIds,
}: Hypothesis): MessageInitShape<typeof InvestigationHypothesisSchema> {
  return { id, text, status, score, cause: { type: cause.type, name: cause.name }, evidenceIds: [...evidenceIds] };
}

export function toRerun(
  { evidenceId, outcome, title, rows, resultHash }: Rerun,
  { round, at }: Moment,
): MessageInitShape<typeof InvestigationRerunSchema> {
  return {
    evidenceId,
    outcome,
    round,
    at: timestampFromDate(at),
    result: rows.map((row) => ({ ...row })),
    ...(title !== null && { title }),
    ...(resultHash !== null && { resultHash }),
  };
}
