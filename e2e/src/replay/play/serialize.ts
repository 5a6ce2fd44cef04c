/**
 * An expression for browsers: a function that describes what a document shows, one line for each node, without what a recording replaces or
 * leaves out: what was typed, scripts, comments, handlers of events, addresses and documents in attributes, and what players add.
 */
export const SERIALIZE = `(document) => {
  const lines = [];
  const LEFT_OUT = new Set(['SCRIPT', 'NOSCRIPT', 'TEMPLATE']);
  const TYPED = 'input, textarea, option, select, [contenteditable], [role=textbox]';
  const ATTRIBUTES_LEFT_OUT = /^(on|rr_|_on|rrweb-|autocomplete$|value$|checked$|selected$|src$|srcset$|href$|xlink:href$|srcdoc$)/;
  const rules = (sheet) => {
    try {
      return [...sheet.cssRules].map(({ cssText }) => cssText.replace(/url\\([^)]*\\)/g, 'url()'));
    } catch {
      return [];
    }
  };
  const visit = (node, depth) => {
    const put = (text) => lines.push(' '.repeat(depth) + text);
    if (node.nodeType === 3) {
      const isTyped = node.parentElement?.closest(TYPED) != null;
      if (node.data.trim() !== '') put(JSON.stringify(isTyped ? '******' : node.data));
      return;
    }
    if (node.nodeType === 10) return put('<!doctype ' + node.name + '>');
    if (node.nodeType !== 1 && node.nodeType !== 9 && node.nodeType !== 11) return;
    if (node.nodeType === 1) {
      if (LEFT_OUT.has(node.nodeName.toUpperCase())) return;
      const isOfPlayer = node.nodeName === 'STYLE' && node.parentElement?.nodeName === 'HTML';
      if (isOfPlayer) return;
      const attributes = [...node.attributes]
        .filter(({ name }) => !ATTRIBUTES_LEFT_OUT.test(name))
        .map(({ name, value }) => [name, name === 'class' ? value.replace(/ ?\\brrweb-paused\\b/, '') : name === 'style' ? node.style.cssText : value])
        .filter(([name, value]) => name !== 'class' || value !== '')
        .map(([name, value]) => name + '=' + JSON.stringify(value))
        .toSorted();
      const scroll = node.scrollTop > 0 || node.scrollLeft > 0 ? ' scrolled ' + node.scrollLeft + ',' + node.scrollTop : '';
      put('<' + node.nodeName.toLowerCase() + ' ' + attributes.join(' ') + '>' + scroll + ' ' + (node.namespaceURI ?? ''));
      if (node.nodeName === 'STYLE') {
        for (const rule of rules(node.sheet ?? { cssRules: [] })) put('  rule ' + rule);
        return;
      }
      if (node.shadowRoot) {
        put(' #shadow');
        visit(node.shadowRoot, depth + 2);
      }
      if (node.nodeName === 'IFRAME' && node.contentDocument?.documentElement) {
        put(' #document');
        visit(node.contentDocument, depth + 2);
      }
    }
    for (const sheet of node.adoptedStyleSheets ?? []) for (const rule of rules(sheet)) put('adopted ' + rule);
    for (const child of node.childNodes) visit(child, depth + 1);
  };
  visit(document, 0);
  return lines.join('\\n');
}`;
