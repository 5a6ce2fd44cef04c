export const FINDING_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** Action of a caller on a finding; the service itself only resolves. */
export type FindingAction = 'acknowledge' | 'resolve';

const RULES: Readonly<Record<FindingAction, { readonly from: readonly FindingState[]; readonly to: FindingState }>> = {
  acknowledge: { from: ['open'], to: 'acknowledged' },
  resolve: { from: ['open', 'acknowledged'], to: 'resolved' },
};

export type FindingOutcome =
  | { readonly kind: 'changed'; readonly to: FindingState }
  /** The state does not allow it. */
  | { readonly kind: 'refused'; readonly to: FindingState };

/** The whole state machine of findings. A resolved one is final. */
export function transition(state: FindingState, action: FindingAction): FindingOutcome {
  const { from, to } = RULES[action];
  return { kind: from.includes(state) ? 'changed' : 'refused', to };
}
