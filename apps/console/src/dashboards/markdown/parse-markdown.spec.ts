import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseInline, parseMarkdown } from './parse-markdown.js';

describe('the Markdown of a text widget', () => {
  it('has headings, lists, quotes, code, rules and paragraphs', () => {
    const source = '# On call\nCall\nfirst.\n\n- one\n- two\n1. three\n> wait\n```\na < b\n```\n---';
    assert.deepEqual(
      parseMarkdown(source).map((block) => block.kind),
      ['heading', 'paragraph', 'list', 'quote', 'code', 'rule'],
    );
    const [, paragraph, list] = parseMarkdown(source);
    assert.deepEqual(paragraph, { kind: 'paragraph', content: [{ kind: 'text', text: 'Call first.' }] });
    assert.equal(list?.kind === 'list' && list.items.length, 3);
  });

  it('has emphasis, code and links to the web or to this service', () => {
    assert.deepEqual(parseInline('a **b** *c* `d_e_` [f](https://example.com/g) [h](/p/shop/logs)'), [
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd_e_' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'f', href: 'https://example.com/g' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'h', href: '/p/shop/logs' },
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'vbscript:x'])(
    'shows a link to %s as text',
    (address) => {
      assert.ok(parseInline(`[x](${address})`).every(({ kind }) => kind === 'text'));
    },
  );

  it('loses no character of a line that has no marks, and HTML stays text', () => {
    assert.deepEqual(parseInline('<img src=x onerror=alert(1)>'), [
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
    ]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll(/[`*_[\]()]/g, '');
        assert.equal(
          parseInline(plain)
            .map((part) => part.text)
            .join(''),
          plain,
        );
      }),
    );
  });

  it('ends, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('#', '-', '`', '>', '*', '\n', 'a', ' ', '1', '.') }), (text) => {
        assert.ok(Array.isArray(parseMarkdown(text)));
      }),
    );
  });
});
