import { checkSpan } from '../traces/check-span.js';
import { SpanFields } from '../traces/span-fields.js';
import { SPAN_PATHS } from '../traces/span-paths.js';
import { EnvelopeSkimmer } from './envelope-skimmer.js';

export class SpanSkimmer extends EnvelopeSkimmer {
  private readonly fields = new SpanFields();

  constructor() {
    super('traces');
  }

  override item(start: number, end: number): void {
    const { fields } = this;
    fields.read(this.reader, start, end, SPAN_PATHS.span);
    checkSpan(this.reader, fields);
    this.tally.item(fields.judge(this.bounds));
    this.tally.addElements(fields.events.count + fields.links.count);
  }
}
