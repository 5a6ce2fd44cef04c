import type { Claim, Conclusion, Evidence, Hypothesis } from '@svc/investigations';

/** The IDs of the evidence that an investigation has. */
export type KnownEvidence = ReadonlySet<string>;

const UNSUPPORTED = 'No sentence of the conclusion cites evidence that was found.';

/** Claims with the evidence that they cite and that exists. A claim that cites none is dropped. */
export function groundClaims(claims: readonly Claim[], known: KnownEvidence): Claim[] {
  return claims.flatMap(({ text, evidenceIds }) => {
    const cited = [...new Set(evidenceIds.filter((id) => known.has(id)))];
    return cited.length === 0 || text.trim() === '' ? [] : [{ text, evidenceIds: cited }];
  });
}

/** The conclusion that its claims permit: one of which no claim is left is inconclusive. */
export function groundConclusion(conclusion: Conclusion, known: KnownEvidence): Conclusion {
  const claims = groundClaims(conclusion.claims, known);
  if (conclusion.level === 'inconclusive' || claims.length > 0) return { ...conclusion, claims };
  return inconclusive(UNSUPPORTED);
}

/** Hypotheses with the evidence that exists. One that cites none is only proposed. */
export function groundHypotheses(hypotheses: readonly Hypothesis[], known: KnownEvidence): Hypothesis[] {
  return hypotheses.map((hypothesis) => {
    const evidenceIds = hypothesis.evidenceIds.filter((id) => known.has(id));
    return { ...hypothesis, evidenceIds, status: evidenceIds.length > 0 ? hypothesis.status : 'proposed' };
  });
}

/** A conclusion that names no cause. @param reason why there is none, as a sentence. */
export function inconclusive(reason: string): Conclusion {
  return { level: 'inconclusive', text: `No cause was found. ${reason}`, causes: [], claims: [], reason };
}

export const toKnown = (evidence: readonly Pick<Evidence, 'id'>[]): KnownEvidence =>
  new Set(evidence.map(({ id }) => id));
