import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatMatchers, parseMatchers, readSilenceDraft, toSilenceDraft } from './draft.js';

describe('A draft of a silence', () => {
  it('has one matcher on each line', () => {
    assert.deepEqual(parseMatchers('team=payments\n\n service_name =~ cart|web\nenv!=\nurl!~a=b').matchers, [
      { label_name: 'team', operator: '=', value: 'payments' },
      { label_name: 'service_name', operator: '=~', value: 'cart|web' },
      { label_name: 'env', operator: '!=', value: '' },
      { label_name: 'url', operator: '!~', value: 'a=b' },
    ]);
    assert.equal(formatMatchers([{ label_name: 'path', operator: '=', value: '~tmp' }]), 'path="~tmp"');
    assert.deepEqual(parseMatchers('a="b').matchers, [{ label_name: 'a', operator: '=', value: '"b' }]);
    assert.match(parseMatchers('team').fault ?? '', /“team” needs a name/);
  });

  it('of the labels of an alert comes back from the address and from the text', () => {
    const name = fc.stringMatching(/^[a-z_]{1,10}$/);
    const value = fc.oneof(fc.string(), fc.stringMatching(/^[~"= \n\u2028]{0,3}[a-z]?["= \n\r]{0,3}$/));
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (labels) => {
        const draft = toSilenceDraft(labels);
        assert.deepEqual(readSilenceDraft(JSON.stringify(draft)), draft);
        assert.deepEqual(parseMatchers(formatMatchers(draft.matchers)).matchers, draft.matchers);
      }),
    );
  });

  it.each(['', '{', '[]', '{"matchers":1}', '{"matchers":[1,{"label_name":"a","operator":"?","value":"b"}]}'])(
    'is empty for a text that is none: %s',
    (source) => {
      assert.deepEqual(readSilenceDraft(source), { matchers: [] });
    },
  );
});
