import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { InvestigationSchema, operation } from '@svc/contract';
import { encodeAnswer } from '../../result/encode-answer.js';
import { MAX_RESULT_TOKENS, formatResult } from '../../result/format-result.js';
import { rowsOf } from '../../tool/rows.js';
import { describe as describeInvestigation } from './describe.js';
import { citedFirst } from './follow.js';

const ID = '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b';
const COUNT = 300;

function investigation(status: string, level?: string) {
  return create(InvestigationSchema, {
    id: ID,
    status,
    title: 'why',
    evidence: Array.from({ length: COUNT }, (_, index) => ({ id: `e${index}`, title: 'x'.repeat(100), result: [{}] })),
    ...(level !== undefined && {
      conclusion: { level, text: 'payments fails.', claims: [{ text: 'It fails.', evidenceIds: ['e290', 'e7'] }] },
    }),
  });
}
const read = (status: string, level?: string) =>
  encodeAnswer(operation('investigations.get'), citedFirst(investigation(status, level)));

describe('the tool investigate', () => {
  it('shows the evidence that the conclusion cites first, in its order, and no figures', () => {
    const { json, counts } = read('completed', 'likely');
    const rows = rowsOf(json, 'evidence');
    assert.deepEqual(
      rows.slice(0, 3).map(({ id }) => id),
      ['e7', 'e290', 'e0'],
    );
    assert.equal(counts['evidence'], COUNT);
    assert.ok(rows.every(({ result }) => Array.isArray(result) && result.length === 0));
  });

  it.each([
    ['queued', undefined, /^The investigation is queued\. It continues by itself: call investigate/],
    ['running', 'likely', /^The investigation is running\./],
    ['completed', 'inconclusive', /^The investigation is completed: it found no cause/],
    ['completed', 'confirmed', /^The investigation is completed\. Its conclusion is confirmed/],
    ['failed', undefined, /^The investigation is failed, without a conclusion\./],
    ['cancelled', 'likely', /^The investigation is cancelled\. Its conclusion is likely/],
  ])('says how an investigation that is %s stands (%s)', (status, level, pattern) => {
    const { summary, next } = describeInvestigation({ answer: read(status, level) });
    assert.match(summary[0] ?? '', pattern);
    const goesOn = status === 'queued' || status === 'running';
    assert.equal(next?.some((action) => action?.arguments['investigation_id'] === ID) ?? false, goesOn);
  });

  it('says why it could not be read again, with what was read before', () => {
    const { summary, sections } = describeInvestigation({ answer: read('running'), failure: 'The service is busy.' });
    assert.equal(summary[1], 'It could not be read again: The service is busy.');
    assert.equal(sections[0]?.rows[0]?.['investigation_id'], ID);
  });

  it('says how much evidence a result has no room for', async () => {
    const answer = describeInvestigation({ answer: read('completed', 'likely') });
    const { structuredContent, content } = await formatResult(answer, 2_000);
    assert.ok(content[0]?.text.includes(`of ${COUNT}`), content[0]?.text);
    assert.ok(JSON.stringify(structuredContent).length < MAX_RESULT_TOKENS * 4);
  });
});
