import type { Conclusion, Evidence, Hypothesis } from '@svc/investigations';
import { Visible } from '../reads/visible.js';
import { inconclusive, toText } from '../terms/grounding.js';
import type { Findings } from '../terms/records.js';

const WITHHELD = 'Evidence that whoever started the investigation may not read is left out.';

/** The findings of an engine, before it is checked what of them may be told. */
export interface Found {
  readonly conclusion: Conclusion | undefined;
  readonly hypotheses: readonly Hypothesis[];
  readonly onset: number | undefined;
}

/**
 * Selects the findings of an engine that the starter may know. If some evidence is withheld, claims, hypotheses and causes that rest on it
 * are dropped with the words of the whole, as for a reader without its scopes. A conclusion that names no cause any more is inconclusive.
 *
 * @param evidence all of it, including what is withheld.
 */
export function permitted(
  found: Found,
  evidence: readonly Evidence[],
  readScopes: readonly string[],
): Pick<Findings, 'hypotheses' | 'onset'> & Pick<Found, 'conclusion'> {
  const visible = new Visible(evidence, readScopes);
  if (visible.isComplete) return found;
  const { conclusion } = found;
  const hypotheses = visible.hypotheses(found.hypotheses);
  return { hypotheses, onset: undefined, conclusion: conclusion && shorten(conclusion, found.hypotheses, visible) };
}

function shorten(conclusion: Conclusion, hypotheses: readonly Hypothesis[], visible: Visible): Conclusion {
  const { level, claims = [], causes = [] } = visible.conclusion(conclusion, hypotheses, null);
  if (level === 'inconclusive' || causes.length === 0) return { ...inconclusive(WITHHELD), claims };
  return { level, claims, causes, text: toText(claims), reason: WITHHELD };
}
