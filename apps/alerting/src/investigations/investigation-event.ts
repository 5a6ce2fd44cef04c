import type { DomainEvent } from '@svc/relational';

/** An investigation that was completed. */
export interface CompletedInvestigation {
  readonly projectId: string;
  readonly id: string;
  /** Counts its completions. */
  readonly round: number;
  readonly subject: { readonly type: string; readonly ref: string };
  readonly level: string;
  /** The first sentences of its conclusion; undefined unless an alert rule has started it. */
  readonly text: string | undefined;
}

/** Reads the event of the query service; undefined for an event of any other type. */
export function readCompletion({ type, projectId, subject, data }: DomainEvent): CompletedInvestigation | undefined {
  if (type !== 'investigation.completed') return undefined;
  const completed = data as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof completed[name] === 'string' ? completed[name] : '');
  return {
    projectId,
    id: subject,
    round: Number(completed['round']),
    subject: { type: text('subject_type'), ref: text('subject_ref') },
    level: text('level'),
    text: typeof completed['text'] === 'string' ? completed['text'] : undefined,
  };
}
