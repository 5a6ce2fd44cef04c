import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { InvestigationOmissionSchema, InvestigationStepSchema } from '@svc/contract';
import { KIND_SCOPES, unreadableKinds, type Evidence } from '@svc/investigations';
import type { Investigation } from '@svc/relational';
import type { EntryData, EntryKind, StoredEntry } from '../terms/records.js';
import { SUBJECT_SCOPES } from '../terms/subject-scopes.js';
import type { Visible } from './visible.js';

type Omission = MessageInitShape<typeof InvestigationOmissionSchema>;
type Step = MessageInitShape<typeof InvestigationStepSchema>;
type EntryOf<Kind extends EntryKind> = StoredEntry & { readonly kind: Kind; readonly data: EntryData[Kind] };

/** The entries of a kind. */
export function ofKind<Kind extends EntryKind>(entries: readonly StoredEntry[], kind: Kind): EntryOf<Kind>[] {
  return entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);
}

/** The checks of an investigation with the evidence that each has found in its round, and with their failures. */
export function toSteps(entries: readonly StoredEntry[], visible: Visible): Step[] {
  const evidence = ofKind(entries, 'evidence');
  const failures = ofKind(entries, 'failed_check');
  return ofKind(entries, 'step').map(({ data: { check, text }, round, at }) => {
    const ofCheck = (other: { readonly round: number }, name: string): boolean =>
      other.round === round && name === check;
    const found = evidence.filter((entry) => ofCheck(entry, entry.data.query.check)).map(({ data }) => data.id);
    const failure = failures.find((entry) => ofCheck(entry, entry.data.check));
    return {
      check,
      round,
      at: timestampFromDate(at),
      status: failure ? 'failed' : 'done',
      evidenceIds: found.filter((id) => visible.shows([id])),
      ...(failure && { reason: failure.data.reason }),
      ...(visible.isComplete && { text }),
    };
  });
}

/** The evidence that was not looked for, because those who started and continued the investigation may not read it. */
export function starterOmissions({ readScopes }: Pick<Investigation, 'readScopes'>): Omission[] {
  return unreadableKinds(readScopes).map((kind) => toOmission(kind, KIND_SCOPES[kind], 'starter'));
}

/** The evidence that was found, and that the reader may not read. */
export function readerOmission(evidence: Evidence, visible: Visible): Omission | undefined {
  const missing = visible.missing(evidence);
  return missing.length > 0 ? toOmission(evidence.kind, missing, 'reader') : undefined;
}

/** Everything that is left out, each once. */
export function toOmissions(
  investigation: Pick<Investigation, 'readScopes' | 'subjectType'>,
  entries: readonly StoredEntry[],
  visible: Visible,
  scopes: readonly string[],
): Omission[] {
  const all = [
    ...(maySeeSubject(investigation, scopes)
      ? []
      : [toOmission('subject', [subjectScope(investigation) ?? ''], 'reader')]),
    ...starterOmissions(investigation),
    ...ofKind(entries, 'omission').map(({ data }) => toOmission(data.kind, data.scopes, 'starter')),
    ...ofKind(entries, 'evidence').flatMap(({ data }) => readerOmission(data, visible) ?? []),
  ];
  return [...new Map(all.map((omission) => [JSON.stringify(omission), omission])).values()];
}

/** Whether the reader may know what the investigation started from. */
export function maySeeSubject(investigation: Pick<Investigation, 'subjectType'>, scopes: readonly string[]): boolean {
  const scope = subjectScope(investigation);
  return scope === undefined || scopes.includes(scope);
}

const subjectScope = ({ subjectType }: Pick<Investigation, 'subjectType'>): string | undefined =>
  (SUBJECT_SCOPES as Readonly<Record<string, string>>)[subjectType];

export const toOmission = (kind: string, scopes: readonly string[], missingFor: 'starter' | 'reader'): Omission => ({
  kind,
  scopes: [...scopes],
  missingFor,
});
