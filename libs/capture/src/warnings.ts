import { isSensitiveName } from '@svc/redaction';

/** Ignored input. The events that contain it are stored all the same. */
export interface CaptureWarning {
  readonly code: 'unknown_field' | 'duplicate_field';
  readonly message: string;
  /** Number of affected events; absent for a field of the body itself. */
  readonly events?: number;
}

const EVENT_FIELDS: ReadonlySet<string> = new Set([
  'event',
  'distinct_id',
  'anon_distinct_id',
  'session_id',
  'message_id',
  'timestamp',
  'properties',
  'set',
  'set_once',
  'unset',
  'group_type',
  'group_key',
]);

const MAX_NAMES = 20;
/** A longer or stranger name may be content. */
const NAME = /^[$A-Za-z_][\w$.-]{0,63}$/;
const HINTS: Readonly<Record<string, string>> = {
  $set: 'set',
  $set_once: 'set_once',
  $unset: 'unset',
  userId: 'distinct_id',
  user_id: 'distinct_id',
  distinctId: 'distinct_id',
  anonymousId: 'anon_distinct_id',
  name: 'event',
};

/** Collects the names of unknown fields, so that a client learns about ignored data. */
export class UnknownFields {
  readonly #events = new Map<string, number>();
  readonly #body: CaptureWarning[] = [];

  /** Notes the fields of one event. */
  noteEvent(event: object): void {
    for (const name in event) {
      if (EVENT_FIELDS.has(name)) continue;
      const shown = showName(name);
      if (this.#events.size < MAX_NAMES || this.#events.has(shown)) {
        this.#events.set(shown, (this.#events.get(shown) ?? 0) + 1);
      }
    }
  }

  /** Notes the fields around the events. */
  noteBody(body: object, eventsStandTwice: boolean): void {
    const unknown = Object.keys(body).filter((name) => name !== 'events');
    for (const name of unknown.slice(0, MAX_NAMES)) {
      const hint = name === 'project_id' ? '; name the project in the query string or the header X-Svc-Project' : '';
      this.#body.push({ code: 'unknown_field', message: `${showName(name)}: is not a field of the body${hint}` });
    }
    if (eventsStandTwice) {
      this.#body.push({ code: 'duplicate_field', message: 'events: stands twice in the body; the last one was read' });
    }
  }

  list(): CaptureWarning[] {
    const events = Array.from(this.#events, ([name, count]): CaptureWarning => {
      const hint = Object.hasOwn(HINTS, name) ? `; the field is ${HINTS[name] ?? ''}` : '; put it into properties';
      return { code: 'unknown_field', message: `${name}: is not a field of an event${hint}`, events: count };
    });
    return [...this.#body, ...events];
  }
}

function showName(name: string): string {
  return NAME.test(name) && !isSensitiveName(name) ? name : 'a field';
}
