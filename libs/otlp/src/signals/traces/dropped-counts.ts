import type { DroppedCounts } from '@svc/tables';
import type { StringColumn } from '../../native/string-column.js';
import type { EventFields, LinkFields } from './event-fields.js';
import type { SpanFields } from './span-fields.js';

/** Writes what the SDK dropped from a span, and the flags of its links. Most spans have none of them and create no object. */
export class DroppedCountsWriter {
  #found: Found | undefined;

  /** Begins a span. The one before may have been left unfinished, because its request was malformed. */
  addSpan({ droppedAttributes, droppedEvents, droppedLinks }: SpanFields): void {
    this.#found = undefined;
    if (droppedAttributes + droppedEvents + droppedLinks === 0) return;
    const found = this.#find();
    found.attributes = droppedAttributes || undefined;
    found.events = droppedEvents || undefined;
    found.links = droppedLinks || undefined;
  }

  /** @param index of the event in its span. */
  addEvent({ droppedAttributes }: EventFields, index: number): void {
    if (droppedAttributes !== 0) (this.#find().event_attributes ??= {})[index] = droppedAttributes;
  }

  /** @param index of the link in its span. */
  addLink({ droppedAttributes, flags }: LinkFields, index: number): void {
    if (droppedAttributes !== 0) (this.#find().link_attributes ??= {})[index] = droppedAttributes;
    if (flags !== 0) (this.#find().link_flags ??= {})[index] = flags;
  }

  /** Ends the span. */
  appendRow(column: StringColumn): void {
    if (this.#found === undefined) return column.appendEmpty();
    column.appendOwn(JSON.stringify(this.#found));
  }

  #find(): Found {
    return (this.#found ??= {
      attributes: undefined,
      events: undefined,
      links: undefined,
      event_attributes: undefined,
      link_attributes: undefined,
      link_flags: undefined,
    });
  }
}

/** Has all members from the beginning, so that their order in JSON is always the same. */
type Found = {
  -readonly [Name in keyof Required<DroppedCounts>]:
    (Required<DroppedCounts>[Name] extends number ? number : Record<number, number>) | undefined;
};
