import type { MessageInitShape } from '@bufbuild/protobuf';
import { fromJson } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import type { FlagDecisionSchema, FlagsPreviewUnsavedResponseSchema, JsonObject } from '@svc/contract';
import { REASONS, type Evaluation, type Explanation, type FlagDefinition, type Json } from '@svc/flags';

export type Preview = MessageInitShape<typeof FlagsPreviewUnsavedResponseSchema>;

export interface PreviewedPerson {
  readonly distinctId: string;
  readonly personId: string;
  /** Undefined if something that it depends on is unknown. */
  readonly evaluation: Evaluation | undefined;
  readonly explanation: Explanation | undefined;
}

/** The values with their numbers of persons, and the persons. */
export function toPreview(definition: FlagDefinition, persons: readonly PreviewedPerson[]): Preview {
  const decided = persons.flatMap(({ evaluation }) => evaluation ?? []);
  const byValue = Map.groupBy(decided, ({ enabled, variant }) => JSON.stringify([enabled, variant]));
  const values = [...byValue.values()]
    .toSorted((one, other) => other.length - one.length)
    .flatMap((alike) => alike.slice(0, 1).map((first) => ({ ...toValue(first), persons: alike.length })));
  return {
    values,
    persons: persons.map((person) => {
      const { distinctId, personId, evaluation, explanation } = person;
      const decision = evaluation && toDecision(definition, evaluation, explanation);
      return { distinctId, personId, ...(decision && { decision }) };
    }),
    notes: notesOn(definition, persons, decided),
  };
}

function notesOn(
  { active }: FlagDefinition,
  persons: readonly PreviewedPerson[],
  decided: readonly Evaluation[],
): string[] {
  const notes: string[] = [];
  if (persons.length === 0) notes.push('The project has no persons yet, so nobody is evaluated.');
  if (!active) notes.push('The flag is inactive, so it is off for everyone.');
  const unknown = persons.length - decided.length;
  if (unknown > 0) notes.push(`${unknown} persons are undecided, because a cohort has not been computed yet.`);
  if (active && decided.length > 0 && !decided.some(({ enabled }) => enabled)) {
    notes.push('Nobody in the sample gets the flag.');
  }
  return notes;
}

const toValue = ({ enabled, variant }: Evaluation) => ({ enabled, variant: json(variant) });

function toDecision(
  { version }: FlagDefinition,
  evaluation: Evaluation,
  explanation: Explanation | undefined,
): MessageInitShape<typeof FlagDecisionSchema> {
  const { reason, conditionIndex, payload, hash } = evaluation;
  return {
    ...toValue(evaluation),
    payload: json(payload),
    reason: {
      code: reason,
      description: REASONS[reason],
      ...(conditionIndex !== undefined && { conditionIndex }),
    },
    version: BigInt(version),
    ...(hash !== undefined && { hash: Math.floor(hash * 1e6) / 1e6 }),
    ...(explanation && { explanation: explanation as unknown as JsonObject }),
  };
}

const json = (value: Json): Value => fromJson(ValueSchema, value as never);
