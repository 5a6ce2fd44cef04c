import assert from 'node:assert/strict';
import { inlineImports } from './css-imports.js';

const inline = (css: string) => inlineImports(css, (address) => (address === '/a.css' ? 'a{}' : undefined));

describe('inlineImports', () => {
  it.each([
    ['a string', '@import "/a.css";b{}', 'a{}\nb{}'],
    ['another string', "@IMPORT '/a.css' ;", 'a{}\n'],
    ['an address', '@import url(/a.css);', 'a{}\n'],
    ['an address in quotes', '@import url( "/a.css" );', 'a{}\n'],
    ['media', '@import url("/a.css") screen and (min-width: 9px);', '@media screen and (min-width: 9px){a{}}\n'],
    ['each of several', '@import "/a.css";@import "/b.css";@import "/a.css";', 'a{}\n@import "/b.css";a{}\n'],
  ])('replaces %s', (_, css, expected) => assert.equal(inline(css), expected));

  it.each([
    ['one that is not known', '@import "/b.css";'],
    ['a layer', '@import "/a.css" layer(base);'],
    ['a condition', '@import url(/a.css) supports(display: grid);'],
    ['one without an end', '@import "/a.css"'],
    ['CSS without one', 'a{b:url(/a.css)}'],
  ])('keeps %s', (_, css) => assert.equal(inline(css), css));

  it('reads a hostile megabyte in the time of a few scans', () => {
    const started = performance.now();
    for (const css of ['@import ', '@import "', '@import "/a', '@import "/a"  ', '@import url('])
      inline(css.repeat(1_000_000 / css.length));
    assert.ok(performance.now() - started < 20_000);
  });
});
