/* global document */

/**
 * Creates an element. Text is inserted only as text nodes, so nothing in the document or a response can become markup.
 *
 * @param {string} tag name, with classes after dots: `span.method.get`
 * @param {Record<string, unknown>} attributes `on…` are listeners; false and undefined are left out
 * @param {...unknown} children elements, strings, or lists of them
 */
export function element(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const node = document.createElement(name);
  node.classList.add(...classes.filter(Boolean));
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined) node.setAttribute(key, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

/** Paragraphs of a description in Markdown: headings, lists, blocks of code, and `code` between backticks. */
export function prose(text) {
  return (text ?? '')
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(block);
}

function block(text) {
  if (text.startsWith('## ')) return element('h2', {}, text.slice(3));
  if (text.startsWith('```')) return element('pre', {}, text.replaceAll(/^```\n?/gm, '').trim());
  if (text.startsWith('- '))
    return element(
      'ul',
      {},
      text
        .slice(2)
        .split(/\n- /)
        .map((item) => element('li', {}, inline(item))),
    );
  return element('p', {}, inline(text));
}

/** One line of text, with `code` between backticks. */
export function inline(text) {
  return (text ?? '').split('`').map((part, index) => (index % 2 ? element('code', {}, part) : part));
}

export function methodBadge(method) {
  return element(`span.method.${method}`, {}, method.toUpperCase());
}
