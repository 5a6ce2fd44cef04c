/**
 * An expression for browsers: a function that appends a node in the serialized form of rrweb to a document, without any of the care that
 * the player takes.
 */
export const APPEND_NODE = `(document, node) => {
  const build = ({ type, tagName, isSVG, attributes = {}, childNodes = [], textContent }) => {
    if (type !== 2) return document.createTextNode(type === 3 ? String(textContent) : '');
    let element;
    try {
      element = isSVG ? document.createElementNS('http://www.w3.org/2000/svg', tagName) : document.createElement(tagName);
    } catch {
      return document.createTextNode('');
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (name === '_cssText') element.textContent = value;
      else if (name === 'rr_dataURL') element.src = value;
      else
        try {
          element.setAttribute(name, String(value));
        } catch {}
    }
    for (const child of childNodes) if (child.type !== 0) element.append(build(child));
    return element;
  };
  const html = document.documentElement ?? document.appendChild(document.createElement('html'));
  (document.body ?? html.appendChild(document.createElement('body'))).append(build(node));
}`;
