import { checkAttributes } from '../../attributes/check.js';
import type { WireReader } from '../../wire/reader.js';
import { EventFields, LinkFields } from './event-fields.js';
import type { SpanFields } from './span-fields.js';
import { SPAN_PATHS } from './span-paths.js';

const event = new EventFields();
const link = new LinkFields();

/** Checks the structure of everything inside a span that `SpanFields.read` has passed over. */
export function checkSpan(reader: WireReader, { attributes, events, links }: SpanFields): void {
  checkAttributes(reader, attributes, SPAN_PATHS.attributes);
  for (let i = 0; i < events.count; i++) {
    event.read(reader, events.start(i), events.end(i), SPAN_PATHS.event);
    checkAttributes(reader, event.attributes, SPAN_PATHS.eventAttributes);
  }
  for (let i = 0; i < links.count; i++) {
    link.read(reader, links.start(i), links.end(i), SPAN_PATHS.link);
    checkAttributes(reader, link.attributes, SPAN_PATHS.linkAttributes);
  }
}
