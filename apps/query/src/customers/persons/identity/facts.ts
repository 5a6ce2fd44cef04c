import { decodeRecord, IDENTIFY, readCaptureHeaders } from '@svc/capture';
import type { ConsumerRecord } from '@svc/event-log';
import type { NewFact } from './identity.repository.js';

/** Every record with identity facts contains one of these byte strings; few others do. */
const FACT_MARKERS = [Buffer.from('"anon":"'), Buffer.from(`"event":"${IDENTIFY}"`)];

/** The identity facts of captured requests, by project number. */
export function toFacts(records: readonly ConsumerRecord[]): Map<number, NewFact[]> {
  const facts = new Map<number, NewFact[]>();
  for (const record of records) {
    if (record.isErased) continue;
    const bytes = Buffer.from(record.value.buffer, record.value.byteOffset, record.value.byteLength);
    if (!FACT_MARKERS.some((mark) => bytes.includes(mark))) continue;
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
