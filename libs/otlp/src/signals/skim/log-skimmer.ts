import { REJECT } from '../../rules.js';
import { checkLog } from '../logs/check-log.js';
import { LOG_PATHS, LogFields } from '../logs/log-fields.js';
import { EnvelopeSkimmer } from './envelope-skimmer.js';

export class LogSkimmer extends EnvelopeSkimmer {
  private readonly fields = new LogFields();

  constructor() {
    super('logs');
  }

  override item(start: number, end: number): void {
    const { fields } = this;
    fields.read(this.reader, start, end, LOG_PATHS.record);
    checkLog(this.reader, fields);
    const verdict = fields.judge(this.bounds);
    this.tally.item(verdict);
    if (fields.hasUnusableId && verdict === REJECT.none) this.tally.withoutIds++;
  }
}
