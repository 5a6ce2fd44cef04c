/**
 * The numbers that contain others.
 *
 * - `inclusive`: the input contains cached tokens, audio and images, and the output contains reasoning, as in the gen_ai conventions.
 * - `exclusive`: cached tokens are beside the input, as Anthropic and Bedrock count them.
 * - `additive`: every part is beside the number of its side, as in Langfuse.
 */
export type InputMode = 'inclusive' | 'exclusive' | 'additive';

interface ModeRule {
  readonly scope: RegExp;
  /** The next major version after those that were examined. */
  readonly before: string;
  /** Absent: calls of every provider. */
  readonly provider?: RegExp;
  readonly mode: InputMode;
}

const CACHE_BESIDE = /anthropic|claude|bedrock/;

/** Instrumentations that differ from the conventions; the first rule that applies counts. */
const RULES: readonly ModeRule[] = [
  { scope: /^@traceloop\/instrumentation-(?:anthropic|bedrock)$/, before: '1', mode: 'exclusive' },
  { scope: /^opentelemetry\.instrumentation\.bedrock$/, before: '1', mode: 'exclusive' },
  { scope: /^openlit\.instrumentation\.(?:anthropic|bedrock)$/, before: '2', mode: 'exclusive' },
  { scope: /^openlit\b/, before: '2', provider: CACHE_BESIDE, mode: 'exclusive' },
  { scope: /^langfuse/, before: '6', provider: CACHE_BESIDE, mode: 'exclusive' },
];

/**
 * The mode in which an instrumentation reports the usage of a provider, unless the usage states its own one. The same call of Claude is
 * inclusive from one instrumentation and exclusive from another, so the provider alone does not decide.
 *
 * @param scopeVersion '' if it is not known, which counts as one that was examined.
 * @param provider as the instrumentation names it; '' if it does not.
 */
export function expectedInputMode(scopeName: string, scopeVersion: string, provider: string): InputMode {
  const rule = RULES.find(
    ({ scope, before, provider: only }) =>
      scope.test(scopeName) && isEarlier(scopeVersion, before) && (only?.test(provider.toLowerCase()) ?? true),
  );
  return rule?.mode ?? 'inclusive';
}

/** Compares the numbers of two versions; a suffix such as `b0` or `-rc.1` does not count. */
function isEarlier(version: string, other: string): boolean {
  if (version === '') return true;
  const [one, two] = [toNumbers(version), toNumbers(other)];
  const nth = [0, 1, 2].find((at) => one[at] !== two[at]);
  return nth !== undefined && (one[nth] ?? 0) < (two[nth] ?? 0);
}

function toNumbers(version: string): readonly number[] {
  const parts = version.replace(/^v/, '').split('.');
  return [0, 1, 2].map((at) => Number.parseInt(parts[at] ?? '', 10) || 0);
}
