import type { Conclusion, Evidence, EvidenceKind, Hypothesis } from '@svc/investigations';

export const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type InvestigationStatus = (typeof STATUSES)[number];

/** Statuses in which an investigation can be cancelled and can continue by itself. */
export const ACTIVE: readonly InvestigationStatus[] = ['queued', 'running'];

export const isActive = (status: string): boolean => ACTIVE.some((active) => active === status);

/** The wishes of the last message. */
export interface Instruction {
  /** Only these kinds of evidence; all if empty. */
  readonly kinds: readonly EvidenceKind[];
  /** IDs of evidence that is run again. */
  readonly reruns: readonly string[];
  /** Whether the engine looks for causes; it does not if evidence is only run again. */
  readonly isLooking: boolean;
}

export const WHOLE: Instruction = { kinds: [], reruns: [], isLooking: true };

/** The part of its budget that a round has used. */
export interface Usage {
  readonly queries: number;
  readonly bytesRead: number;
  readonly durationMs: number;
  readonly tokens: number;
  /** US dollars, as a decimal text; null if it is not known. */
  readonly cost: string | null;
}

export const NO_USAGE: Usage = { queries: 0, bytesRead: 0, durationMs: 0, tokens: 0, cost: '0' };

/** The result of evidence that was run again. Title, rows and hash are those of the new result. */
export interface Rerun {
  readonly evidenceId: string;
  readonly outcome: 'same' | 'different' | 'expired';
  readonly title: string | null;
  readonly rows: Evidence['rows'];
  readonly resultHash: string | null;
}

/** The kinds of entries, with their data. */
export interface EntryData {
  readonly status: { readonly status: InvestigationStatus };
  readonly step: { readonly check: string; readonly text: string };
  readonly failed_check: { readonly check: string; readonly reason: string };
  readonly evidence: Evidence;
  /** Evidence that the starter may not read. */
  readonly omission: { readonly kind: EvidenceKind; readonly scopes: readonly string[] };
  /** With the model that has worded it; null if the rules did. */
  readonly conclusion: Conclusion & { readonly model: string | null };
  readonly message: { readonly text: string; readonly understood: string; readonly author: string };
  readonly rerun: Rerun;
}

export type EntryKind = keyof EntryData;

/** Something that happened in an investigation. */
export type NewEntry = {
  readonly [Kind in EntryKind]: { readonly kind: Kind; readonly key: string; readonly data: EntryData[Kind] };
}[EntryKind];

/** An entry as it is stored. */
export type StoredEntry = {
  readonly [Kind in EntryKind]: { readonly kind: Kind; readonly data: EntryData[Kind] };
}[EntryKind] & { readonly seq: bigint; readonly round: number; readonly at: Date };

/** The conclusion of a round. */
export interface Findings {
  readonly conclusion: Conclusion;
  readonly hypotheses: readonly Hypothesis[];
  readonly onset: number | undefined;
}
