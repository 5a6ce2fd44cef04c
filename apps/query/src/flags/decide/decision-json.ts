import type { CompiledFlag, Evaluation, Explanation, ReasonCode } from '@svc/flags';

const DESCRIPTIONS: Readonly<Record<ReasonCode, string>> = {
  disabled: 'The flag is inactive.',
  dependency_failed: 'A flag it depends on is not what it has to be.',
  missing_group: 'The asker named no group of the type the flag is for.',
  condition_match: 'All conditions of the group hold.',
  out_of_rollout: 'All conditions of the group hold, but the asker is not in its rollout.',
  no_match: 'No group has all its conditions met.',
  holdout: 'The asker is in the part that is kept out.',
};

/** Texts that answers have in common, by flag: an answer is put together many times as often as a flag changes. */
const known = new WeakMap<CompiledFlag, Map<string, readonly [head: string, tail: string]>>();

/** `"key":{...}`: one member of the answer's flags. */
export function decisionJson(
  flag: CompiledFlag,
  evaluation: Evaluation,
  { withReason, explanation }: { readonly withReason: boolean; readonly explanation?: Explanation | undefined },
): string {
  const { enabled, variant, reason, conditionIndex, hash } = evaluation;
  const texts = known.get(flag) ?? new Map<string, readonly [string, string]>();
  known.set(flag, texts);
  const name = `${withReason} ${enabled} ${variant} ${reason} ${conditionIndex}`;
  let text = texts.get(name);
  if (!text) texts.set(name, (text = fixedText(flag, evaluation, withReason)));
  const shownHash = withReason && hash !== undefined ? `,"hash":${hash}` : '';
  const shownExplanation = explanation ? `,"explanation":${JSON.stringify(explanation)}` : '';
  return `${text[0]}${shownHash}${shownExplanation}${text[1]}`;
}

function fixedText(
  { definition }: CompiledFlag,
  evaluation: Evaluation,
  withReason: boolean,
): readonly [string, string] {
  const { enabled, variant, payload, reason, conditionIndex } = evaluation;
  const decision = {
    enabled,
    variant,
    payload,
    ...(withReason && {
      reason: {
        code: reason,
        ...(conditionIndex !== undefined && { condition_index: conditionIndex }),
        description: DESCRIPTIONS[reason],
      },
    }),
    version: definition.version,
  };
  return [`${JSON.stringify(definition.key)}:${JSON.stringify(decision).slice(0, -1)}`, '}'];
}
