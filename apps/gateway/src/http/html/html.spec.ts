import assert from 'node:assert/strict';
import { html } from './html.js';

it('escapes user input as text, never as markup', () => {
  const value = `"><script>alert('1')</script>&amp;`;
  const { text } = html`<input value="${value}" />`;
  assert.equal(text, '<input value="&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;amp;" />');
});

it('nests templates, and omits absent values', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.match(
    html`<ul>
      ${items}
    </ul>`.text,
    /<li>a<\/li>\s*<li>&#60;b&#62;<\/li>/,
  );
  assert.equal(html`${undefined}${false}${0}`.text, '0');
});
