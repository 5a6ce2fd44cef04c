import type { EvidenceSource } from '../evidence/evidence.js';
import type { FactName, FactParameters, Facts } from '../facts/facts.js';
import type { Evidence, EvidenceKind } from '../model.js';
import { EVIDENT_STRENGTH, type Signal } from '../signals/signal.js';
import type { Turns } from '../turns.js';

/** Reads facts once and says what of them is unusual. Interpretation is a function of the facts and the parameters alone. */
export interface Check<Name extends FactName = FactName> {
  readonly name: string;
  readonly reading: Name;
  /** The kinds of its evidence. The check is left out if the starter may not read one of them. */
  readonly kinds: readonly EvidenceKind[];
  readonly scopes: readonly string[];
  /** The work of the check, shown as a step: `Compares requests with normal`. */
  readonly text: string;
  interpret(
    facts: Facts[Name],
    parameters: FactParameters,
    source: EvidenceSource,
    turns: Turns,
  ): Interpretation | Promise<Interpretation>;
}

export interface Interpretation {
  readonly signals: readonly Signal[];
  /** Evidence of the signals, the strongest first, or one piece that says that there are none. */
  readonly evidence: readonly Evidence[];
}

/** Whoever reads evidence about the requests of an issue or a person sees its ID among the parameters. */
export function scopesOf({ scopes }: Pick<Check, 'scopes'>, { issueId, personId }: FactParameters): readonly string[] {
  const ofSubject = [
    ...(issueId === undefined ? [] : ['issues:read']),
    ...(personId === undefined ? [] : ['persons:read']),
  ];
  return [...new Set([...scopes, ...ofSubject])];
}

/** The most entities of one check that evidence is kept of. */
export const MAX_ENTITIES = 8;

/** The strongest signals of each name that are evidence. */
export function strongest(signals: readonly Signal[], limit = MAX_ENTITIES): Signal[] {
  return [...Map.groupBy(signals, ({ name }) => name).values()].flatMap((alike) =>
    alike
      .filter(({ strength }) => strength >= EVIDENT_STRENGTH)
      .sort((a, b) => b.strength - a.strength)
      .slice(0, limit),
  );
}
