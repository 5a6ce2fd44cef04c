import type {
  Investigation,
  InvestigationClaim,
  InvestigationConclusion,
  InvestigationEvidence,
  InvestigationMessage,
  InvestigationOmission,
  InvestigationRerun,
  InvestigationStatusEvent,
  InvestigationStep,
} from '../../gen/api.js';

/** Statuses in which something may still be found. */
const OPEN: ReadonlySet<string> = new Set(['queued', 'running']);

export function isOpen({ status }: Pick<Investigation, 'status'>): boolean {
  return OPEN.has(status);
}

/** An investigation with an event of its stream. Events may repeat what it has already. */
export function applyEvent(before: Investigation, name: string, data: unknown): Investigation {
  switch (name) {
    case 'status': {
      const { status } = data as InvestigationStatusEvent;
      return { ...before, status, steps: isOpen({ status }) ? before.steps : before.steps.map(toDone) };
    }
    case 'step':
      return { ...before, steps: applyStep(before.steps, data as InvestigationStep) };
    case 'omission':
      return { ...before, omitted: upsert(before.omitted, data as InvestigationOmission, toOmissionKey) };
    case 'evidence':
      return { ...before, evidence: upsert(before.evidence, data as InvestigationEvidence, ({ id }) => id) };
    case 'message':
      return { ...before, messages: upsert(before.messages, data as InvestigationMessage, toMessageKey) };
    case 'rerun':
      return { ...before, reruns: upsert(before.reruns, data as InvestigationRerun, toRerunKey) };
    case 'conclusion':
      return { ...before, conclusion: data as InvestigationConclusion, steps: before.steps.map(toDone) };
    default:
      return before;
  }
}

/** A step begins, which ends the ones before it, or it fails. No event says that one is done, and a step that is over stays so. */
function applyStep(steps: readonly InvestigationStep[], step: InvestigationStep): readonly InvestigationStep[] {
  const key = toStepKey(step);
  const index = steps.findIndex((other) => toStepKey(other) === key);
  const known = steps[index];
  if (known === undefined) return [...steps.map(toDone), step];
  if (step.status === 'running' && known.status !== 'running') return steps;
  return steps.with(index, { ...known, ...step });
}

function toDone(step: InvestigationStep): InvestigationStep {
  return step.status === 'running' ? { ...step, status: 'done' } : step;
}

export function toOmissionKey({ kind, scopes, missing_for: whose }: InvestigationOmission): string {
  return [kind, whose, ...scopes].join(' ');
}

export function toStepKey({ round, check }: InvestigationStep): string {
  return `${round} ${check}`;
}

function toMessageKey({ at = '', text }: InvestigationMessage): string {
  return `${at} ${text}`;
}

function toRerunKey({ round, evidence_id: id }: InvestigationRerun): string {
  return `${round} ${id}`;
}

function upsert<T>(items: readonly T[], item: T, toKey: (item: T) => string): readonly T[] {
  const key = toKey(item);
  const index = items.findIndex((other) => toKey(other) === key);
  return index < 0 ? [...items, item] : items.with(index, item);
}

/** The titles of the evidence of a sentence; none where they only repeat it. */
export function reasonsOf(
  evidence: readonly InvestigationEvidence[],
  { text, evidence_ids: ids }: InvestigationClaim,
): readonly string[] {
  const said = text.replace(/\.$/, '').toLowerCase();
  return namesOf(evidence, ids).filter((title) => title.toLowerCase() !== said);
}

/** The titles of evidence. */
export function namesOf(evidence: readonly InvestigationEvidence[], ids: readonly string[]): readonly string[] {
  return ids.map((id) => evidence.find((each) => each.id === id)?.title ?? `Evidence ${id.slice(0, 8)}`);
}
