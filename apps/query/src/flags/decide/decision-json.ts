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

/** What an answer is made of but for its hash: everything before it and everything after it. */
type Text = readonly [head: string, tail: string];

/** Texts that answers have in common, by flag, variant and reason: an answer is put together more often than a flag changes. */
const known = new WeakMap<CompiledFlag, Map<string | null, (Text | undefined)[]>>();

const CODES = Object.keys(DESCRIPTIONS);
const NUMBERS = new Map(CODES.map((code, index) => [code, index]));

/** `"key":{...}`: one member of the answer's flags. */
export function decisionJson(
  flag: CompiledFlag,
  evaluation: Evaluation,
  { withReason, explanation }: { readonly withReason: boolean; readonly explanation?: Explanation | undefined },
): string {
  const { variant, reason, conditionIndex = -1, hash } = evaluation;
  let byVariant = known.get(flag);
  if (!byVariant) known.set(flag, (byVariant = new Map<string | null, (Text | undefined)[]>()));
  let texts = byVariant.get(variant);
  if (!texts) byVariant.set(variant, (texts = []));
  const place = ((conditionIndex + 1) * CODES.length + (NUMBERS.get(reason) ?? 0)) * 2 + (withReason ? 1 : 0);
  const text = (texts[place] ??= fixedText(flag, evaluation, withReason));
  const shownHash = withReason && hash !== undefined ? `,"hash":${millionths(hash)}` : '';
  const shownExplanation = explanation ? `,"explanation":${JSON.stringify(explanation)}` : '';
  return `${text[0]}${shownHash}${shownExplanation}${text[1]}`;
}

/** Six digits, not rounded up: writing all digits of a double takes longer than finding them. */
function millionths(fraction: number): string {
  if (fraction >= 1) return '1';
  return `0.${String(Math.floor(fraction * 1e6)).padStart(6, '0')}`;
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
