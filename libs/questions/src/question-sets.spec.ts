import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { CatalogIndex } from './catalog/catalog-index.js';
import { parseQuestion } from './parse.js';
import { ASKED_AT, type QuestionCase } from './testing/expectation.js';
import { HELD_OUT } from './testing/held-out.js';
import { SHOP } from './testing/shop-catalog.js';
import { TUNED } from './testing/tuned.js';

const index = new CatalogIndex(SHOP);

interface Score {
  readonly answered: number;
  readonly ambiguous: number;
  /** Questions that were answered although they must not be, or with another query. */
  readonly invented: readonly string[];
  /** Questions that must be refused and were not. */
  readonly accepted: readonly string[];
  readonly missed: readonly string[];
}

function judge(cases: readonly QuestionCase[]): Score {
  const invented: string[] = [];
  const accepted: string[] = [];
  const missed: string[] = [];
  const right = { answered: 0, ambiguous: 0, refused: 0 };
  for (const { question, zone, status, query } of cases) {
    const parsed = parseQuestion(question, index, { now: ASKED_AT, zone });
    const { description: _, ...found } = parsed.query ?? { description: '' };
    const isRight = parsed.status === status && (status !== 'answered' || isDeepStrictEqual(found, query));
    if (isRight) right[status] += 1;
    else
      missed.push(
        `${question} -> ${parsed.status} ${parsed.reason ?? ''} ${parsed.notUnderstood.join(' ')} ${JSON.stringify(found)} ${parsed.choices.map(({ description }) => description).join(' | ')}`,
      );
    if (!isRight && parsed.status === 'answered') invented.push(question);
    if (status === 'refused' && parsed.status !== 'refused') accepted.push(question);
  }
  return { answered: right.answered, ambiguous: right.ambiguous, invented, accepted, missed };
}

const sets: readonly (readonly [title: string, cases: readonly QuestionCase[], answerable: number, floor: number])[] = [
  ['the questions of the grammar', TUNED, 71, 61],
  ['the held-out questions', HELD_OUT, 76, 57],
];
for (const [title, cases, answerable, floor] of sets)
  describe(`answers to ${title}`, () => {
    const score = judge(cases);

    it('are never invented', () => assert.deepEqual(score.invented, []));

    it('refuse everything hostile, contradictory or unanswerable', () => assert.deepEqual(score.accepted, []));

    it('have the exact query for enough answerable questions', () => {
      assert.equal(cases.filter(({ status }) => status === 'answered').length, answerable);
      assert.ok(score.answered >= floor, `${score.answered} of ${answerable}; missed:\n${score.missed.join('\n')}`);
    });

    it('offer choices for ambiguous questions', () => {
      assert.equal(cases.filter(({ status }) => status === 'ambiguous').length, 20);
      assert.ok(score.ambiguous >= 17, `${score.ambiguous} of 20; missed:\n${score.missed.join('\n')}`);
    });
  });
