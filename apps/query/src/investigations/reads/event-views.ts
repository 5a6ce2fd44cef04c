import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { InvestigationEventSchema } from '@svc/contract';
import type { Evidence } from '@svc/investigations';
import type { Clock } from '@svc/runtime';
import type { StoredEntry } from '../terms/records.js';
import { readerOmission, toOmission } from './entry-views.js';
import { toConclusion, toEvidence, toRerun } from './evidence.message.js';
import { isPastRetention, type Retention } from './expiry.js';
import { toTextMessage } from './investigation.message.js';
import { Visible } from './visible.js';

type Event = Pick<MessageInitShape<typeof InvestigationEventSchema>, 'event'>;

/** Turns entries, in their order, into events that a reader may see. */
export class EventViews {
  readonly #evidence: Evidence[] = [];

  constructor(
    private readonly scopes: readonly string[],
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  /** Takes note of an entry that the client has. */
  observe(entry: StoredEntry): void {
    if (entry.kind === 'evidence') this.#evidence.push(entry.data);
  }

  /** Undefined for an entry of which the reader may see nothing. */
  toEvent(entry: StoredEntry): Event | undefined {
    this.observe(entry);
    const { round, at } = entry;
    const visible = new Visible(this.#evidence, this.scopes);
    switch (entry.kind) {
      case 'status':
        return { event: { case: 'status', value: { status: entry.data.status, round, at: timestampFromDate(at) } } };
      case 'step':
        return { event: { case: 'step', value: toStep(entry, visible) } };
      case 'failed_check': {
        const { check, reason } = entry.data;
        const value = { check, reason, round, status: 'failed', at: timestampFromDate(at) };
        return { event: { case: 'step', value } };
      }
      case 'evidence': {
        const omission = readerOmission(entry.data, visible);
        if (omission) return { event: { case: 'omission', value: omission } };
        return {
          event: {
            case: 'evidence',
            value: toEvidence(entry.data, entry, isPastRetention(entry.data, this.retention, this.clock())),
          },
        };
      }
      case 'omission':
        return { event: { case: 'omission', value: toOmission(entry.data.kind, entry.data.scopes, 'starter') } };
      case 'conclusion': {
        const shown = visible.conclusion(entry.data, [], entry.data.model);
        return { event: { case: 'conclusion', value: toConclusion(shown) } };
      }
      case 'message':
        return { event: { case: 'message', value: toTextMessage(entry.data, entry) } };
      case 'rerun':
        if (!visible.shows([entry.data.evidenceId])) return undefined;
        return { event: { case: 'rerun', value: toRerun(entry.data, entry) } };
    }
  }
}

/** A check that begins. */
function toStep({ data, round, at }: StoredEntry & { readonly kind: 'step' }, { isComplete }: Visible) {
  const { check, text } = data;
  return { check, round, status: 'running', at: timestampFromDate(at), ...(isComplete && { text }) };
}
