import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isRunnable, redactSourceSet, redactUrl } from './url.js';

describe('redactUrl', () => {
  const cases: Readonly<Record<string, readonly [url: string, redacted: string]>> = {
    'keeps a path': ['/cart/items', '/cart/items'],
    'keeps a relative address': ['../img/logo.png', '../img/logo.png'],
    'removes user and password': ['https://joe:hunter2@shop.example/a', 'https://shop.example/a'],
    'removes a user without a scheme': ['//joe@shop.example/a', '//shop.example/a'],
    'replaces the values of a query and keeps the names': [
      'https://shop.example/?utm=x&token=abc&empty=&flag',
      'https://shop.example/?utm=[REDACTED]&token=[REDACTED]&empty=&flag',
    ],
    'replaces the values of a fragment': ['/a#access_token=abc&b=c', '/a#access_token=[REDACTED]&b=[REDACTED]'],
    'keeps the name of a section': ['/a#section-2', '/a#section-2'],
    'reads a route in the fragment with a query of its own': [
      'https://app.example/#/users/5?tab=x',
      'https://app.example/#/users/5?tab=[REDACTED]',
    ],
    'replaces a long part without a name': [`/a?${'k'.repeat(65)}`, '/a?[REDACTED]'],
    'replaces personal data in a path': ['/users/joe@example.org/edit', '/users/[REDACTED]/edit'],
    'keeps pictures and fonts': ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    'removes the user of an address of a database': ['ftp://joe:hunter2@files.example', 'ftp://files.example'],
    'removes a password with an at sign': ['https://joe:p@ss@shop.example/', 'https://shop.example/'],
    'keeps an at sign that is not in front of a host': ['/@scope/package', '/@scope/package'],
    'separates values at semicolons': ['/a?b=c;d=e', '/a?b=[REDACTED];d=[REDACTED]'],
    'replaces a value with equals signs whole': ['/a?b=c=d==&e=f', '/a?b=[REDACTED]&e=[REDACTED]'],
    'replaces values behind a second question mark': ['/a?b=c?d=e', '/a?b=[REDACTED]?d=[REDACTED]'],
    'replaces personal data in the name of a value': ['/a?joe@example.org=1', '/a?[REDACTED]=[REDACTED]'],
    'replaces personal data in the name of a section': ['/a#joe@example.org', '/a#[REDACTED]'],
    'reads a route with an exclamation mark': ['/#!/cart?code=7', '/#!/cart?code=[REDACTED]'],
    'replaces the receiver of a message': ['mailto:joe@example.org?subject=hi', 'mailto:[REDACTED]?subject=[REDACTED]'],
    'keeps an empty address': ['', ''],
    'keeps a port and an address of IPv6': ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
    'keeps a font': ['data:font/woff2;base64,AAAA', 'data:font/woff2;base64,AAAA'],
    'removes other documents': ['data:text/html,<script>1</script>', ''],
    'removes a picture above a mebibyte': [`data:image/png;base64,${'A'.repeat(1024 * 1024)}`, ''],
  };
  it.each(Object.entries(cases))('%s', (_, [url, redacted]) => assert.equal(redactUrl(url), redacted));

  it.each([
    'javascript:alert(1)',
    ' \n\tJaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\u0000script:alert(1)',
    '\u200bvbscript:x',
    'data:text/html;base64,AAAA',
    'data:application/xhtml+xml,x',
    'data:,x',
    ' data:text/html,x',
    'da\nta:text/html,x',
    'DATA:TEXT/HTML,x',
    '\u0001\u001fjavascript:x',
    'java\r\n\tscript\t:x',
    'livescript:x',
    'vb\u0000script:x',
  ])('removes what a browser would run: %j', (url) => {
    assert.ok(isRunnable(url));
    assert.equal(redactUrl(url), '');
  });

  it.each([
    ['in front of', `${' '.repeat(300)}javascript:alert(1)`],
    ['inside', `java${'\n'.repeat(300)}script:alert(1)`],
  ])('removes what a browser would run with many blanks %s its scheme', (_, url) => assert.equal(redactUrl(url), ''));

  it.each([
    '/javascript:x',
    '#javascript:x',
    'https://x.example/javascript:x',
    'data:image/png,x',
    '../data:x',
    'javascripts/a.js',
    'javascript',
    'vbscript.html',
  ])('keeps what only looks as if it ran: %j', (url) =>
    assert.deepEqual([isRunnable(url), redactUrl(url)], [false, url]),
  );

  it('finds what a browser would run in front of and behind any signs that it drops', () => {
    const dropped = fc.string({ unit: fc.constantFrom(...' \t\r\n\u0000\u0001\u001f'), maxLength: 30 });
    const inside = fc.string({ unit: fc.constantFrom(...'\t\r\n'), maxLength: 5 });
    fc.assert(
      fc.property(
        dropped,
        inside,
        fc.constantFrom('javascript:x', 'VBScript:x', 'data:text/html,x'),
        (before, sign, url) => {
          const [first = '', ...rest] = url;
          assert.equal(redactUrl(before + first + sign + rest.join(sign)), '');
        },
      ),
    );
  });

  it('never fails, changes nothing the second time, and adds nothing to an address without values', () => {
    const url = fc.string({ unit: fc.constantFrom(...'ab:/?#&;=@.%[] -\n'), maxLength: 40 });
    fc.assert(
      fc.property(url, (sent) => {
        const redacted = redactUrl(sent);
        assert.equal(redactUrl(redacted).replaceAll('[REDACTED]', ''), redacted.replaceAll('[REDACTED]', ''));
        if (!/[?#@]/.test(sent)) assert.ok(redacted === sent || redacted.includes('[REDACTED]'), redacted);
      }),
    );
  });

  it('never keeps a value of a query, whatever the address', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab/.:-_%'), maxLength: 20 });
    fc.assert(
      fc.property(part, part, (path, name) =>
        assert.ok(!redactUrl(`https://shop.example/${path}?${name}=hunter2&x=hunter2#y=hunter2`).includes('hunter2')),
      ),
    );
  });
});

describe('redactSourceSet', () => {
  it('redacts each address and keeps widths and densities', () => {
    assert.equal(
      redactSourceSet('/a.png?t=abc 1x, https://joe@cdn.example/b.png 2x,/c.png 300w'),
      '/a.png?t=[REDACTED] 1x, https://cdn.example/b.png 2x,/c.png 300w',
    );
    assert.equal(redactSourceSet('data:text/html,x 1x'), '');
  });

  it.each([
    ['/a.png', '/a.png'],
    ['/a.png 2x', '/a.png 2x'],
    ['/a.png 1.5x, /b.png 2x', '/a.png 1.5x, /b.png 2x'],
    ['/a.png 300w 200h', '/a.png 300w 200h'],
    ['/w_300,h_200/a.png 1x', '/w_300,h_200/a.png 1x'],
    ['\n  /a.png?v=1 1x,\n  /b.png?v=2 2x\n', '\n  /a.png?v=[REDACTED] 1x,\n  /b.png?v=[REDACTED] 2x\n'],
    ['/joe@example.org/a.png 1x', '/[REDACTED]/a.png 1x'],
    ['javascript:alert(1) 1x, /b.png 2x', ' 1x, /b.png 2x'],
    ['', ''],
    ['4111 1111 1111 1111', '[REDACTED]'],
    ['Authorization: Bearer abc.def-1234567890', 'Authorization: Bearer [REDACTED]'],
  ])('of %j is %j', (sent, redacted) => assert.equal(redactSourceSet(sent), redacted));

  describe('with names whose values are kept', () => {
    const names = new Set(['utm_source', 'q', 'next', 'token', 'phone', 'redirect%5Bto%5D']);
    it.each<[what: string, url: string, redacted: string]>([
      ['a value', '/a?utm_source=mail&b=c', '/a?utm_source=mail&b=[REDACTED]'],
      ['a value of the fragment', '/a#/search?q=red', '/a#/search?q=red'],
      ['an encoded value', '/a?q=red%20shoes+42', '/a?q=red%20shoes+42'],
      [
        'a name as the address spells it',
        '/a?redirect%5Bto%5D=x&redirect[to]=x',
        '/a?redirect%5Bto%5D=x&redirect[to]=[REDACTED]',
      ],
      ['no name in another case', '/a?Q=x', '/a?Q=[REDACTED]'],
      ['no credential', '/a?token=abc', '/a?token=[REDACTED]'],
      ['no telephone number', '/a?phone=abc', '/a?phone=[REDACTED]'],
      ['no personal data', '/a?q=joe@example.org', '/a?q=[REDACTED]'],
      ['no encoded personal data', '/a?q=joe%40example.org', '/a?q=[REDACTED]'],
      ['no personal data that is encoded twice', '/a?q=joe%2540example.org', '/a?q=[REDACTED]'],
      ['no value that is encoded more often', '/a?q=a%252525252540b', '/a?q=[REDACTED]'],
      ['no value that is encoded wrong', '/a?q=100%', '/a?q=[REDACTED]'],
      ['no card', '/a?q=4111+1111+1111+1111', '/a?q=[REDACTED]'],
      ['no beginning of a card', '/a?q=41111111', '/a?q=[REDACTED]'],
      ['no value inside a value', '/a?next=%2Fb%3Fcode%3Dabc', '/a?next=[REDACTED]'],
      ['no value of a kept name inside a value', '/a?next=%2Fb%3Fq%3Dabc', '/a?next=[REDACTED]'],
      ['an address without values', '/a?next=%2Fb%2Fc', '/a?next=%2Fb%2Fc'],
      ['no script', '/a?next=javascript:x', '/a?next=[REDACTED]'],
      ['no long value', `/a?q=${'a'.repeat(501)}`, '/a?q=[REDACTED]'],
    ])('keeps %s', (_, url, redacted) => {
      assert.equal(redactUrl(url, names), redacted);
      assert.equal(redactSourceSet(`${url} 2x`, names), `${redacted} 2x`);
    });

    it('keeps nothing else', () => {
      const part = fc.tuple(fc.constantFrom('q', 'a', 'b'), fc.stringMatching(/^[a-z]{1,8}$/));
      fc.assert(
        fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
          const query = (redacted: boolean) =>
            parts.map(([name, value]) => `${name}=${redacted && name !== 'q' ? '[REDACTED]' : value}`).join('&');
          assert.equal(redactUrl(`/a?${query(false)}`, names), `/a?${query(true)}`);
        }),
      );
    });
  });
});
