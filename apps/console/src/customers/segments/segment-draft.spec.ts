import assert from 'node:assert/strict';
import type { Segment } from '../../gen/api.js';
import { newSegmentDraft, readSegment, toSegmentChanges, toSegmentDraft } from './segment-draft.js';

const SEGMENT = {
  name: 'Large',
  group_type: 'company',
  filters: [{ field: 'property.seats', op: 'gt', value: 10 }],
} as unknown as Segment;

describe('the form of a segment', () => {
  it('changes nothing by itself, and sends only what differs', () => {
    const draft = toSegmentDraft(SEGMENT);
    assert.deepEqual(toSegmentChanges(SEGMENT, draft), {});
    assert.deepEqual(toSegmentChanges(SEGMENT, { ...draft, groupType: 'team' }), { group_type: 'team' });
    assert.deepEqual(toSegmentChanges(SEGMENT, { ...draft, filters: [] }), { filters: [] });
  });

  it('shows filters that it would lose a part of as JSON', () => {
    const filters = [{ field: 'events_7d', op: 'gt', value: 1, note: 'x' }];
    const draft = toSegmentDraft({ ...SEGMENT, filters });
    assert.deepEqual(readSegment(draft).filters, filters);
    assert.equal(readSegment({ ...draft, json: '{}' }).faults.get('json'), 'It must be a list of filters.');
    assert.ok(
      readSegment({ ...draft, json: '[' })
        .faults.get('json')
        ?.startsWith('Line 1, column 2'),
    );
  });

  it('names what is missing', () => {
    const draft = newSegmentDraft('');
    const id = draft.filters[0]?.id;
    assert.deepEqual([...readSegment(draft).faults.keys()], ['name', 'groupType', `${id}.key`, `${id}.value`]);
    assert.ok(readSegment({ ...draft, filters: [] }).faults.has('filters'));
  });
});
