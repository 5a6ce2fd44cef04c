import assert from 'node:assert/strict';
import type { Conclusion } from '@svc/investigations';
import { scriptedEvidence } from '../testing/scripted-engine.js';
import { firstSentences } from './completion-event.js';

const WEB = scriptedEvidence('web');
const PERSONS = scriptedEvidence('ann', { kind: 'affected' });
const ENTITY = scriptedEvidence('bob', { entities: [{ type: 'person', name: 'bob' }] });
const ATTRIBUTE = scriptedEvidence('eve', {
  kind: 'attribute',
  entities: [{ type: 'attribute', name: 'user.id=eve' }],
});
const ACCOUNTS = scriptedEvidence('ann@acme.test', { kind: 'affected_accounts' });
const METRIC = scriptedEvidence('queue{user=joe}', { kind: 'metric' });
const claim = (text: string, { id }: { readonly id: string }) => ({ text, evidenceIds: [id] });
const conclude = (...claims: Conclusion['claims']): Conclusion => ({
  level: 'likely',
  text: 'All of it.',
  causes: [],
  claims,
  reason: '',
});

describe('the first sentences of a conclusion', () => {
  it.each([
    [conclude(claim('One.', WEB), claim('Two.', WEB), claim('Three.', WEB), claim('Four.', WEB)), 'One. Two. Three.'],
    [conclude(claim('Ann.', PERSONS), claim('Web.', WEB), claim('Bob.', ENTITY), claim('Eve.', ATTRIBUTE)), 'Web.'],
    [conclude(claim('Joe.', METRIC), claim('Web.', WEB)), 'Web.'],
    [conclude(claim('Acme.', ACCOUNTS), claim('Web.', WEB)), 'Web.'],
    [conclude(claim('Ann.', PERSONS)), ''],
    [conclude(), 'All of it.'],
    [conclude(claim('x'.repeat(2_000), WEB)), 'x'.repeat(600)],
  ])('are at most three, and none is about a person (%#)', (conclusion, expected) => {
    assert.equal(firstSentences(conclusion, [WEB, PERSONS, ACCOUNTS, ENTITY, ATTRIBUTE, METRIC]), expected);
  });
});
