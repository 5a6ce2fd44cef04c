import { createHash } from 'node:crypto';
import type { EventRow } from './evaluation-events.query.js';

/** A score that an instrumentation reports. */
export interface ReportedScore {
  /** The same for the same event of the same run. */
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly label: string;
  readonly value: number | null;
  readonly comment: string;
  readonly createdAt: Date;
}

const MAX_WORD = 64;
const MAX_COMMENT = 2_000;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/** The score of an event; undefined if it has no name, or neither a label nor a value. */
export function readReportedScore(row: EventRow, runId: string): ReportedScore | undefined {
  const attribute = (name: string): string => row.own[`gen_ai.evaluation.${name}`] ?? '';
  const name = toLine(attribute('name')).slice(0, MAX_WORD);
  const value = toNumber(attribute('score.value'));
  const label = toLine(attribute('score.label')).slice(0, MAX_WORD) || (value === null ? '' : String(value));
  if (name === '' || label === '') return undefined;
  const author = toLine(row.scope_name || row.service_name).slice(0, 200) || 'unknown';
  const comment = toText(attribute('explanation')).slice(0, MAX_COMMENT);
  const createdAt = new Date(Number(BigInt(row.at) / NANOSECONDS_PER_MILLISECOND));
  const identity = [runId, row.trace_id_hex, row.span_id_hex, row.at, author, name, label, value, comment];
  return { id: toUuid(JSON.stringify(identity)), name, author, label, value, comment, createdAt };
}

function toNumber(text: string): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

// eslint-disable-next-line no-control-regex -- They are what is replaced.
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

const toText = (text: string): string => text.replaceAll(CONTROLS, ' ');
const toLine = (text: string): string => toText(text).replaceAll(/\s+/g, ' ').trim();

/** A UUID of the version for custom hashes. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
