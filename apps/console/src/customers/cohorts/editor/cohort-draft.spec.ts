import assert from 'node:assert/strict';
import type { Cohort } from '../../../gen/api.js';
import { newCondition } from '../../conditions/condition-draft.js';
import { newCohortDraft, readCohort, toCohortChanges, toCohortDraft, toForm } from './cohort-draft.js';

const PLAN = { type: 'property', key: 'plan', op: 'eq', value: 'pro' };
const COHORT = {
  name: 'Pro',
  description: '',
  kind: 'property',
  definition: { conditions: [PLAN], operator: 'and' },
} as unknown as Cohort;

describe('the form of a cohort', () => {
  it('shows a flat definition, changes nothing by itself, and sends only what differs', () => {
    const draft = toCohortDraft(COHORT);
    assert.equal(draft.json, undefined);
    assert.deepEqual(toCohortChanges(COHORT, draft), {});
    assert.deepEqual(toCohortChanges(COHORT, { ...draft, name: ' Pros ' }), { name: 'Pros' });
    assert.deepEqual(toCohortChanges(COHORT, { ...draft, operator: 'or' }), {
      definition: { operator: 'or', conditions: [PLAN] },
    });
  });

  it('shows one that is nested as JSON, and names the place of a mistake in it', () => {
    const nested = { operator: 'and', conditions: [PLAN, { operator: 'or', conditions: [PLAN] }] };
    const draft = toCohortDraft({ ...COHORT, definition: nested });
    assert.deepEqual(readCohort(draft).definition, nested);
    const faults = (json: string) => readCohort({ ...draft, json }).faults.get('json');
    assert.equal(faults('{"operator": and}'), 'Line 1, column 14: a value is expected; a text needs double quotes.');
    assert.equal(faults('[]'), 'It must be an object with operator and conditions.');
    assert.equal(toForm(nested), undefined);
    assert.equal(toForm({ operator: 'and', conditions: ['x'] }), undefined);
  });

  it('names what is missing', () => {
    const draft = newCohortDraft();
    const id = draft.conditions[0]?.id;
    assert.deepEqual([...readCohort(draft).faults.keys()], ['name', `${id}.key`, `${id}.value`]);
    const byEvents = { ...draft, name: 'a', conditions: [{ ...newCondition('event'), key: 'e' }] };
    assert.deepEqual([...readCohort(byEvents).faults.keys()], ['conditions']);
    assert.equal(readCohort({ ...byEvents, kind: 'behavioral' }).faults.size, 0);
  });

  it('reads members line by line, each once', () => {
    const draft = { ...newCohortDraft(), name: 'a', kind: 'static' as const, members: 'ada\n\n grace \nada\n' };
    assert.deepEqual(readCohort(draft).members, ['ada', 'grace']);
    const many = Array.from({ length: 10_001 }, (_, id) => `u-${id}`).join('\n');
    assert.ok(readCohort({ ...draft, members: many }).faults.has('members'));
  });
});
