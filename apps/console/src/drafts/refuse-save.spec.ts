import assert from 'node:assert/strict';
import { refuseSave } from './refuse-save.js';

describe('the reason a draft cannot be saved', () => {
  it('is the first of role, no change, fault and a request under way', () => {
    const all = { role: 'No permission.', isChanged: false, fault: 'Type a name first.', isPending: true };
    assert.equal(refuseSave(all), 'No permission.');
    assert.equal(refuseSave({ ...all, role: undefined }), 'Nothing was changed.');
    assert.equal(refuseSave({ ...all, role: undefined, isChanged: true }), 'Type a name first.');
    const sent = { role: undefined, isChanged: true, isPending: true };
    assert.equal(refuseSave(sent), 'The request is being sent.');
    assert.equal(refuseSave({ ...sent, isPending: false }), undefined);
  });
});
