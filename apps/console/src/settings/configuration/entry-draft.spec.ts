import assert from 'node:assert/strict';
import {
  chooseKey,
  chooseType,
  readValue,
  refuseKey,
  refuseType,
  toEntryDraft,
  toLabels,
  toNewEntry,
  type EntryDraft,
} from './entry-draft.js';

const draft = (type: EntryDraft['type'], text: string): EntryDraft => ({ key: 'a', type, text });

describe('the form of a configuration entry', () => {
  it('writes every type as it reads it', () => {
    for (const [type, value] of [
      ['string', 'two\nlines'],
      ['number', 0.25],
      ['boolean', false],
      ['boolean', true],
      ['json', { a: [1, null, 'x'] }],
      ['json', { a: 9_007_199_254_740_993n }],
    ] as const) {
      const shown = toEntryDraft({ key: 'a', config_type: type, config_value: value });
      assert.deepEqual(readValue(shown), { value });
    }
  });

  it('never has a stored secret, and needs one', () => {
    const shown = toEntryDraft({ key: 'a', config_type: 'secret', config_value: 'hunter2' });
    assert.equal(shown.text, '');
    assert.deepEqual(readValue(shown), { fault: 'Type the secret.' });
    assert.equal(chooseType(draft('secret', 'hunter2'), 'string').text, '');
    assert.deepEqual(toLabels(draft('string', 'x'), draft('secret', 'x')), { type: 'Type' });
    assert.deepEqual(toLabels(draft('string', 'x')), { type: 'Type', text: 'Value' });
  });

  it('says why a value is not of its type', () => {
    for (const text of ['', 'x', '1,5', '0x10', '1e999', 'NaN'])
      assert.deepEqual(readValue(draft('number', text)), { fault: 'A number such as 0.25.' }, text);
    assert.match((readValue(draft('json', '{"a": }')) as { fault: string }).fault, /^Line 1, column 7: a value/);
    assert.deepEqual(readValue(draft('string', 'é'.repeat(32_768))), { fault: 'It is longer than 65536 bytes.' });
  });

  it('keeps what was typed while the type changes, if it can be of it', () => {
    assert.equal(chooseType(draft('string', '5'), 'number').text, '5');
    assert.equal(chooseType(draft('string', '5'), 'boolean').text, 'false');
    assert.equal(chooseType(draft('boolean', 'true'), 'string').text, '');
  });

  it('refuses keys that are not valid or taken', () => {
    assert.equal(refuseKey('shop.limit-2_b', ['other']), undefined);
    for (const key of ['', 'Upper', 'a b', 'x'.repeat(129)]) assert.match(refuseKey(key, []) ?? '', /^From 1/, key);
    assert.match(refuseKey(' taken ', ['taken']) ?? '', /Edit that one/);
  });

  it('takes the type that the service needs for the keys that it reads', () => {
    assert.deepEqual(chooseKey(draft('string', 'x'), 'otlp.redaction'), {
      key: 'otlp.redaction',
      type: 'boolean',
      text: 'false',
    });
    assert.equal(toNewEntry('replay').config_type, 'json');
    assert.equal(toNewEntry('mine').config_type, 'string');
    assert.match(refuseType({ key: 'replay', type: 'string', text: '' }) ?? '', /needs the type json/);
    assert.equal(refuseType(draft('string', '')), undefined);
  });
});
