import type { Claim, Conclusion, Evidence, Hypothesis } from '@svc/investigations';

/** The findings of the evidence that an investigation has, by its IDs. */
export type KnownEvidence = ReadonlyMap<string, Evidence['finding']>;

const UNSUPPORTED = 'No sentence of the conclusion cites evidence of a cause.';

/** Claims with the evidence that they cite and that exists. A claim that cites none is dropped. */
export function groundClaims(claims: readonly Claim[], known: KnownEvidence): Claim[] {
  return claims.flatMap(({ text, evidenceIds }) => {
    const cited = [...new Set(evidenceIds.filter((id) => known.has(id)))];
    return cited.length === 0 || text.trim() === '' ? [] : [{ text, evidenceIds: cited }];
  });
}

/**
 * The conclusion that its claims permit: without a claim that cites evidence of something that was found, it is inconclusive. If claims are
 * dropped, its text is written again from those that are left.
 */
export function groundConclusion(conclusion: Conclusion, known: KnownEvidence): Conclusion {
  const claims = groundClaims(conclusion.claims, known);
  const isWhole = claims.length === conclusion.claims.length;
  if (conclusion.level === 'inconclusive')
    return { ...(isWhole ? conclusion : inconclusive(conclusion.reason)), claims };
  if (!claims.some(({ evidenceIds }) => evidenceIds.some((id) => known.get(id) === 'present')))
    return { ...inconclusive(UNSUPPORTED), claims };
  return { ...conclusion, claims, ...(!isWhole && { text: toText(claims) }) };
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

export const toText = (claims: readonly Claim[]): string => claims.map(({ text }) => text).join(' ');

export const toKnown = (evidence: readonly Pick<Evidence, 'id' | 'finding'>[]): KnownEvidence =>
  new Map(evidence.map(({ id, finding }) => [id, finding]));
