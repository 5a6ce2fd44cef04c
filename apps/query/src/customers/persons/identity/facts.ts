import { decodeRecord, IDENTIFY, readCaptureHeaders } from '@svc/capture';
import type { ConsumerRecord } from '@svc/event-log';
import type { NewFact } from './identity.repository.js';

/** Every record that says who is who has one of these in its bytes; few others have. */
const MARKS = [Buffer.from('"anon":"'), Buffer.from(`"event":"${IDENTIFY}"`)];

/** What captured requests say about who is who, by project number. */
export function factsOf(records: readonly ConsumerRecord[]): Map<number, NewFact[]> {
  const facts = new Map<number, NewFact[]>();
  for (const record of records) {
    const bytes = Buffer.from(record.value.buffer, record.value.byteOffset, record.value.byteLength);
    if (!MARKS.some((mark) => bytes.includes(mark))) continue;
    const { projectNumber } = readCaptureHeaders(record.headers);
    const ofProject = facts.get(projectNumber) ?? [];
    facts.set(projectNumber, ofProject);
    for (const { event, anonDistinctId, distinctId, timestampNs, messageId } of decodeRecord(record.value)) {
      if (anonDistinctId === '' && event !== IDENTIFY) continue;
      ofProject.push({ event, anonDistinctId, distinctId, time: timestampNs, messageId });
    }
  }
  return facts;
}
