import type { FactParameters } from '../facts/facts.js';
import type { Entity, Evidence, EvidenceKind } from '../model.js';
import { MAX_ROWS, type Signal, type SignalRow } from '../signals/signal.js';
import { formatTime, nameOf } from '../signals/texts.js';
import { hashOf } from './canonical.js';
import { withWindow } from './links.js';

/** The check that evidence comes from, and the cost of its reading. */
export interface EvidenceSource {
  readonly check: string;
  readonly parameters: FactParameters;
  readonly scopes: readonly string[];
  readonly bytesRead: number;
  readonly durationMs: number;
}

export interface EvidenceDraft {
  readonly kind: EvidenceKind;
  /** The part of the check's result that the evidence shows, such as an entity; the check and this make the ID. */
  readonly about: string;
  readonly title: string;
  readonly finding: Evidence['finding'];
  readonly entities: readonly Entity[];
  readonly rows: readonly SignalRow[];
  /** Path of a public operation with its query string, without the window. */
  readonly path: string;
}

export function toEvidence(draft: EvidenceDraft, source: EvidenceSource): Evidence {
  const { kind, about, title, finding, entities, path } = draft;
  const { check, parameters, scopes, bytesRead, durationMs } = source;
  const rows = draft.rows.slice(0, MAX_ROWS);
  const window = parameters.abnormal;
  const asked = { ...parameters, about };
  return {
    id: hashOf({ kind, check, asked, window }).slice(0, 32),
    kind,
    title,
    finding,
    entities,
    window,
    query: { check, parameters: asked, bytesRead, durationMs },
    rows,
    resultHash: hashOf({ finding, entities, rows: draft.rows.map(rounded) }),
    link: withWindow(path, window),
    scopes,
  };
}

/** Evidence of a signal: `checkout: its requests take 1.8 s instead of 120 ms, from 14:03:20`. */
export function signalEvidence(signal: Signal, path: string, source: EvidenceSource): Evidence {
  const since = signal.onset === undefined ? '' : `, from ${formatTime(signal.onset)}`;
  return toEvidence(
    {
      kind: signal.kind,
      about: `${signal.name} ${signal.entity.type}:${signal.entity.name}`,
      title: `${nameOf(signal.entity.name)}: ${signal.text}${since}`,
      finding: 'present',
      entities: [signal.entity],
      rows: [toRow(signal), ...signal.rows],
      path,
    },
    source,
  );
}

/** The signal as the first row of its evidence. */
function toRow({ name, strength, onset, text }: Signal): SignalRow {
  return { signal: name, strength, onset: onset === undefined ? null : Math.round(onset), text };
}

/** Stores add up numbers in any order, so that only the first digits of a measured one are the same each time. */
const HASHED_DIGITS = 3;

function rounded(row: SignalRow): SignalRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)
        ? Number(value.toPrecision(HASHED_DIGITS))
        : value,
    ]),
  );
}

/** Evidence that a check found nothing. */
export function absentEvidence(kind: EvidenceKind, title: string, path: string, source: EvidenceSource): Evidence {
  return toEvidence({ kind, about: `no ${kind}`, title, finding: 'absent', entities: [], rows: [], path }, source);
}
