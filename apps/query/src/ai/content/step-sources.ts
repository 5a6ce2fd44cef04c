import { readContent, type ContentEvent, type StepContent } from '@svc/gen-ai';
import type { ContentLogRow, ContentRow, ContentSpanRow } from './content.query.js';

/** The stored parts of a step that may carry its prompts and answers. */
export interface StepSources {
  readonly span: Pick<ContentSpanRow, 'own' | 'event_names' | 'event_attributes'> | undefined;
  readonly contents: readonly Pick<ContentRow, 'event' | 'own'>[];
  readonly records: readonly ContentLogRow[];
}

export function toContent({ span, contents, records }: StepSources): StepContent {
  const byEvent = Map.groupBy(contents, ({ event }) => event);
  const attributesOf = (event: number, own: Attributes | undefined): Attributes =>
    (byEvent.get(event) ?? []).reduce<Attributes>((all, row) => merged(all, row.own), own ?? {});
  const events: ContentEvent[] = [
    ...(span?.event_names ?? []).map((name, index) => ({
      name,
      body: '',
      attributes: attributesOf(index + 1, span?.event_attributes[index]),
    })),
    ...records.map(({ event, text, own }) => ({ name: event, body: text, attributes: own })),
  ];
  return readContent({ attributes: attributesOf(0, span?.own), events });
}

type Attributes = Readonly<Record<string, string>>;

/** A span may have been sent more than once: the longer value of an attribute counts. */
function merged(one: Attributes, other: Attributes): Attributes {
  const longer = Object.entries(other).filter(
    ([key, value]) => value.length > (Object.hasOwn(one, key) ? (one[key] ?? '') : '').length,
  );
  return { ...one, ...Object.fromEntries(longer) };
}
