/** A page to record, and what happens to it. */
export interface RecordedPage {
  readonly name: string;
  readonly body: string;
  /** Expressions that run in the page; the picture is compared after each. */
  readonly steps: readonly string[];
  /** A condition on the recorded `events` that holds once the recorder has noticed the last step. */
  readonly until?: string;
}

const $ = 'document.querySelector';
const type = (selector: string, value: string): string =>
  `(() => { const field = ${$}('${selector}'); field.value = '${value}'; field.dispatchEvent(new Event('input', { bubbles: true })); })()`;

/** Ten times a hundred changes, by a sequence that is the same in every run. */
const LIST_STEPS = Array.from(
  { length: 10 },
  (_, round) => `(() => {
    const list = ${$}('ul');
    for (let change = ${round * 100}; change < ${(round + 1) * 100}; change++) {
      const place = (change * 7919) % (list.children.length + 1);
      const item = Object.assign(document.createElement('li'), { textContent: 'Item ' + change, className: 'row-' + (change % 5) });
      if (change % 4 !== 3 || list.children.length < 2) list.insertBefore(item, list.children[place] ?? null);
      else if (change % 8 === 3) list.children[place % list.children.length].remove();
      else list.append(list.children[place % list.children.length]);
      if (change % 10 === 0) list.children[0].firstChild.data = 'Changed ' + change;
    }
  })()`,
);

export const RECORDED_PAGES: readonly RecordedPage[] = [
  {
    name: 'a form with a card number and a password',
    body: `<form class="checkout"><label>Card <input id="card" autocomplete="cc-number"></label><label>Password <input id="pass" type="password"></label>
      <textarea id="note">draft</textarea><select><option selected>One</option><option>Two</option></select><p>Order 12</p></form>`,
    steps: [
      type('#card', '4111 1111 1111 1111'),
      type('#pass', 'hunter2'),
      `${$}('form').classList.add('sent')`,
      `${$}('form').insertAdjacentHTML('beforeend', '<output role="status">Paid, thank you</output>')`,
      `${$}('#pass').remove()`,
    ],
  },
  {
    name: 'a frame',
    body: `<h1>Around</h1><iframe srcdoc="<body><p class='inside'>Inside</p></body>"></iframe>`,
    steps: [
      `${$}('h1').textContent = 'Around it'`,
      `${$}('iframe').contentDocument.body.insertAdjacentHTML('beforeend', '<b>More</b>')`,
      `${$}('iframe').contentDocument.querySelector('p').style.color = 'red'`,
    ],
    until: 'events.some(({ data }) => data.isAttachIframe)',
  },
  {
    name: 'shadow DOM',
    body: `<my-card></my-card><script>document.querySelector('my-card').attachShadow({ mode: 'open' }).innerHTML = '<style>p{color:green}</style><p>Closed off</p><slot></slot>';</script>`,
    steps: [
      `${$}('my-card').shadowRoot.querySelector('p').textContent = 'Changed'`,
      `${$}('my-card').shadowRoot.append(document.createElement('hr'))`,
      `document.body.appendChild(document.createElement('section')).attachShadow({ mode: 'open' }).innerHTML = '<i>Late</i>'`,
    ],
  },
  {
    name: 'adopted style sheets',
    body: `<p>Styled</p><script>const sheet = new CSSStyleSheet(); sheet.replaceSync('p { color: blue; }'); document.adoptedStyleSheets = [sheet];</script>`,
    steps: [
      `document.adoptedStyleSheets[0].insertRule('p { margin: 3px; }', 1)`,
      `(() => { const other = new CSSStyleSheet(); other.replaceSync('b { top: 1px; }'); document.adoptedStyleSheets = [...document.adoptedStyleSheets, other]; })()`,
      `document.adoptedStyleSheets[0].deleteRule(0)`,
    ],
  },
  {
    name: 'a set of icons',
    body: `<svg width="24" height="24" viewBox="0 0 24 24"><symbol id="card"><path d="M4111 1111 1111 1111z" stroke-width="2"/></symbol><use href="#card"/></svg>
      <svg viewBox="0 0 1792 1792"><path d="M1152 896q0-106-75-181t-181-75-181 75-75 181 75 181 181 75 181-75 75-181z"/><g transform="rotate(45)"><circle cx="4" cy="5" r="3"/></g></svg>`,
    steps: [
      `${$}('path').setAttribute('d', 'M1 1L4111111111111111 2')`,
      `${$}('g').append(document.createElementNS('http://www.w3.org/2000/svg', 'rect'))`,
    ],
  },
  { name: 'a list that changes a thousand times', body: '<ul><li>Item</li></ul>', steps: LIST_STEPS },
  {
    name: 'styles that scripts insert',
    body: '<style>p { color: red; }</style><style></style><p>Styled</p>',
    steps: [
      `for (let row = 0; row < 20; row++) document.styleSheets[1].insertRule('.row-' + row + ' { width: ' + row + 'px; }', row)`,
      `document.styleSheets[1].deleteRule(3)`,
      `document.styleSheets[0].cssRules[0].style.setProperty('color', 'blue', 'important')`,
      `document.styleSheets[0].cssRules[0].style.removeProperty('color')`,
    ],
  },
  {
    name: 'an area that scrolls',
    body: `<div id="area" style="height: 100px; overflow: auto"><div style="height: 900px">Long</div></div>`,
    steps: [`${$}('#area').scrollTo(0, 250)`],
    until: 'events.some(({ data }) => data.source === 3 && data.y === 250)',
  },
  {
    name: 'a canvas',
    body: '<canvas width="120" height="50"></canvas><p>Chart</p>',
    steps: [`${$}('canvas').getContext('2d').fillRect(1, 1, 50, 20)`, `${$}('canvas').width = 200`],
  },
];
