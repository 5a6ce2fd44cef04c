import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedEvent } from '../events/event.js';
import { DEFAULT_REPLAY_SETTINGS } from '../settings/settings.js';
import { element } from '../testing/hostile-markup.js';
import { NodeMemory } from './node-memory.js';
import { EventRedactor } from './redact-event.js';

const MIB = 1024 * 1024;
const R = '[REDACTED]';
const PICTURE = 'data:image/png;base64,AAAA';

function redact(event: object, canvas = true) {
  const redactor = new EventRedactor(NodeMemory.unknown(), { ...DEFAULT_REPLAY_SETTINGS, canvas });
  const copy = JSON.parse(JSON.stringify(event)) as RecordedEvent;
  redactor.redact(copy);
  return { data: copy.data, text: JSON.stringify(copy), masked: redactor.texts.masked };
}

const drawn = (...commands: readonly unknown[]) => ({
  type: 3,
  timestamp: 1,
  data: { source: 9, id: 2, type: 0, commands },
});
const command = (property: unknown, ...args: readonly unknown[]) => ({ property, args });
const bitmap = (base64: string, type = 'image/webp') =>
  command('drawImage', {
    rr_type: 'ImageBitmap',
    args: [{ rr_type: 'Blob', data: [{ rr_type: 'ArrayBuffer', base64 }], type }],
  });
const page = (tagName: string, url: string) => ({
  type: 2,
  timestamp: 1,
  data: { node: element(1, tagName, { rr_dataURL: url }), initialOffset: { left: 0, top: 0 } },
});

describe('canvas data that a project keeps', () => {
  it.each<[what: string, kept: unknown]>([
    ['numbers', command('fillRect', 0, 1.5, 20, 20)],
    ['a colour', { property: 'fillStyle', args: ['#ff0000'], setter: true }],
    ['a text', command('fillText', 'Cart', 10, 10)],
    ['a picture as rrweb samples it', bitmap('AAAA')],
    ['a picture of the page', command('drawImage', { rr_type: 'HTMLImageElement', src: PICTURE }, 0, 0)],
    [
      'a list of numbers',
      command('bufferData', 34_962, {
        rr_type: 'Float32Array',
        args: [{ rr_type: 'ArrayBuffer', base64: 'AA==' }, 0, 3],
      }),
    ],
    ['a reference', command('useProgram', { rr_type: 'WebGLProgram', index: 0 })],
  ])('is %s', (_, kept) => {
    const { data, masked } = redact(drawn(kept));
    assert.deepEqual([data, masked], [drawn(kept).data, {}]);
    assert.deepEqual(redact(drawn(kept), false).data, drawn().data);
  });

  it('is the picture of an element', () => {
    assert.deepEqual(redact(page('canvas', PICTURE)).data, page('canvas', PICTURE).data);
    assert.doesNotMatch(redact(page('canvas', PICTURE), false).text, /AAAA/);
  });

  it.each(['img', 'image', 'video', 'div'])('is not the content of the element %s', (tagName) => {
    const { text, masked } = redact(page(tagName, PICTURE));
    assert.doesNotMatch(text, /AAAA/);
    assert.deepEqual(masked, { removed: 1 });
  });

  it('is no attribute of an element that is not known, as in later changes', () => {
    const attributes = [{ id: 1, attributes: { rr_dataURL: PICTURE } }];
    const change = { type: 3, timestamp: 1, data: { source: 0, texts: [], attributes, removes: [], adds: [] } };
    assert.doesNotMatch(redact(change).text, /AAAA/);
  });

  it('has one command without a list', () => {
    const { data } = redact({ type: 3, timestamp: 1, data: { source: 9, id: 2, type: 0, ...command('fillRect', 1) } });
    assert.deepEqual(data, drawn(command('fillRect', 1)).data);
  });

  it.each(['fillText', 'strokeText', 'measureText', 'font'])('has no personal data in %s', (property) => {
    const { data, masked } = redact(drawn(command(property, 'Mail joe@example.org', 1)));
    assert.deepEqual([data, masked], [drawn(command(property, `Mail ${R}`, 1)).data, { text: 1 }]);
  });

  it('has no values in addresses of pictures', () => {
    const { text } = redact(drawn(command('drawImage', { rr_type: 'HTMLImageElement', src: '/a.png?token=abc' })));
    assert.match(text, /\/a\.png\?token=\[REDACTED\]/);
  });

  let deep: unknown = 1;
  for (let level = 0; level < 20; level++) deep = [deep];
  it.each<[what: string, refused: unknown]>([
    ['a picture above a mebibyte', bitmap('A'.repeat(MIB + 1))],
    ['bytes that are no base64', bitmap('joe@example.org')],
    ['a document', bitmap('AAAA', 'text/html')],
    ['a drawing with scripts', bitmap('AAAA', 'image/svg+xml')],
    [
      'an address of a document',
      command('drawImage', { rr_type: 'HTMLImageElement', src: 'data:text/html,joe@example.org' }),
    ],
    ['an address of a document in a list', command('drawImage', [' data:text/html,x'])],
    ['a name that is none', command('joe@example.org', 1)],
    ['a type that is none', command('drawImage', { rr_type: 'joe@example.org' })],
    ['no name', command(1)],
    ['too deep a list', command('drawImage', deep)],
    ['no object', 'joe@example.org'],
  ])('is without commands with %s', (_, refused) => {
    const { data, masked } = redact(drawn(command('fillRect', 1), refused));
    assert.deepEqual([data, masked], [drawn(command('fillRect', 1)).data, { removed: 1 }]);
  });

  it('is without members that rrweb does not have', () => {
    const { data } = redact(drawn({ ...command('drawImage', { rr_type: 'Image', note: 'joe' }), note: 'joe' }));
    assert.deepEqual(data, drawn(command('drawImage', { rr_type: 'Image' })).data);
  });

  it.each([
    ['above a mebibyte', `${PICTURE}${'A'.repeat(MIB)}`],
    ['of a drawing', 'data:image/svg+xml,<svg onload="x"/>'],
    ['of a document', 'data:text/html,x'],
    ['that is an address', 'https://shop.example/a.png'],
  ])('has no picture of an element %s', (_, url) => {
    const { text, masked } = redact(page('canvas', url));
    assert.doesNotMatch(text, /rr_dataURL/);
    assert.deepEqual(masked, { removed: 1 });
  });

  it('has no address of a person, wherever it is', () => {
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('joe@example.org', 'AAAA', 1, null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('rr_type', 'base64', 'data', 'type', 'src', 'args', 'index', 'x', 'joe@example.org'),
          tie('value'),
        ),
      ),
    })).value;
    fc.assert(
      fc.property(anything, anything, (property, args) => {
        assert.doesNotMatch(redact(drawn({ property, args }, args)).text, /joe@/);
        assert.doesNotMatch(
          redact({ type: 3, timestamp: 1, data: { source: 9, id: args, commands: property } }).text,
          /joe@/,
        );
      }),
    );
  });
});
