/** A node in the serialized form of rrweb. */
export type MarkupNode = Record<string, unknown>;

export const element = (
  id: number,
  tagName: string,
  attributes: object = {},
  ...childNodes: readonly MarkupNode[]
): MarkupNode => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
export const text = (id: number, textContent: string): MarkupNode => ({ type: 3, id, textContent });

export interface HostileMarkup {
  readonly attributes: readonly (readonly [tagName: string, attributes: MarkupNode])[];
  /** Elements with the ID 2, and what is below them. */
  readonly nodes: readonly MarkupNode[];
}

/**
 * Ways in which a recorded page could run a script.
 *
 * @param run the script, without quotes.
 */
export function hostileMarkup(run: string): HostileMarkup {
  const script = `javascript:${run}`;
  const onLoad = `<svg onload="${run}">`;
  const attributes: HostileMarkup['attributes'] = [
    ['img', { src: 'x', onerror: run }],
    ['svg', { onload: run }],
    ['SVG', { ONLOAD: run }],
    ['body', { onload: run, onpageshow: run, onhashchange: run }],
    ['input', { autofocus: '', onfocus: run }],
    ['details', { open: '', ontoggle: run }],
    ['button', { popovertarget: 'x', onbeforetoggle: run }],
    ['video', { onloadstart: run }],
    ['marquee', { onstart: run }],
    ['div', { onpointerrawupdate: run, onanimationstart: run }],
    ['xss', { id: 'x', tabindex: '1', onfocusin: run }],
    ['a', { href: script }],
    ['a', { href: `JaVaScRiPt:${run}` }],
    ['a', { href: ` \t\n${script}` }],
    ['a', { href: `\u0001\u0000${script}` }],
    ['a', { href: `java\tscr\nipt\r:${run}` }],
    ['a', { href: `javascript\u200b:${run}` }],
    ['a', { href: `vbscript:${run}` }],
    ['a', { href: `data:text/html,<script>${run}</script>` }],
    ['a', { href: 'data:text/html;base64,PHNjcmlwdD4=' }],
    ['a', { href: `data:application/xhtml+xml,<script>${run}</script>` }],
    ['a', { 'xlink:href': script }],
    ['math', { href: script }],
    ['area', { href: script }],
    ['base', { href: script }],
    ['form', { action: script }],
    ['button', { formaction: script }],
    ['link', { rel: 'import', href: `data:text/html,<script>${run}</script>` }],
    ['link', { rel: 'stylesheet', href: `data:text/css,@import "${script}"` }],
    ['img', { src: script, lowsrc: script, dynsrc: script }],
    ['img', { srcset: `${script} 1x` }],
    ['table', { background: script }],
    ['video', { poster: script }],
    ['iframe', { src: script }],
    ['iframe', { rr_src: script }],
    ['iframe', { srcdoc: `<script>${run}</script>` }],
    ['iframe', { SrcDoc: `<script>${run}</script>` }],
    ['iframe', { src: `data:text/html,<script>${run}</script>` }],
    ['iframe', { src: `data:image/svg+xml,${onLoad}` }],
    ['frame', { src: `data:image/svg+xml,${onLoad}` }],
    ['object', { data: `data:image/svg+xml,${onLoad}` }],
    ['object', { data: script, codebase: script, classid: script }],
    ['embed', { src: `data:image/svg+xml,${onLoad}` }],
    ['param', { name: 'src', value: script }],
    ['meta', { 'http-equiv': 'refresh', content: `0;url=${script}` }],
    ['meta', { 'HTTP-EQUIV': 'refresh', content: `0;url=data:text/html,<script>${run}</script>` }],
    ['animate', { attributeName: 'href', to: script }],
    ['animate', { attributeName: 'href', from: script, by: script }],
    ['animate', { attributeName: 'href', values: `${script};#` }],
    ['set', { attributeName: 'xlink:href', to: script }],
    ['animate', { attributeName: 'x', onbegin: run, onend: run, onrepeat: run }],
    ['div', { style: `background:url(${script})` }],
    ['div', { style: { background: `url("${script}")` } }],
    ['div', { title: { html: run } }],
    ['div', { title: [run] }],
    ['link', { _cssText: `@import "${script}";a{background:url('${script}')}` }],
    ['animate', { attributeName: 'href', values: `#;${script}` }],
    ['iframe', { src: `da\nta:image/svg+xml,${onLoad}` }],
    ['iframe', { src: `\u0001data:image/svg+xml,${onLoad}` }],
    ['use', { href: `data:image/svg+xml,<svg id="x"><image href="1" onerror="${run}"/></svg>#x` }],
  ];
  const nodes: readonly MarkupNode[] = [
    element(2, 'script', { src: 'https://evil.example/x.js' }, text(3, run)),
    element(2, 'SCRIPT', { type: 'module' }, text(3, run)),
    { ...element(2, 'script', { href: 'x.js' }, text(3, run)), isSVG: true },
    element(2, 'script', { type: 'application/json' }, text(3, run)),
    element(2, 'noscript', {}, text(3, onLoad)),
    element(2, 'template', {}, element(3, 'div', {}, text(4, onLoad))),
    element(2, 'noembed', {}, text(3, onLoad)),
    element(2, 'noframes', {}, text(3, onLoad)),
    element(2, `img src=x onerror=${run}`),
    element(2, `svg/onload=${run}`),
    element(2, `<script>${run}</script>`),
    { type: 5, id: 2, textContent: `--><script>${run}</script>` },
    { type: 2, id: 2, tagName: 'div', attributes: [run], childNodes: [{ html: { x: run } }] },
    { type: 3, id: 2, textContent: { html: run } },
    element(
      2,
      'iframe',
      {},
      {
        type: 0,
        id: 3,
        childNodes: [element(4, 'html', {}, element(5, 'script', {}, text(6, run)))],
      },
    ),
    { ...element(2, 'div', {}, { ...element(3, 'img', { onerror: run }), isShadow: true }), isShadowHost: true },
    { ...element(2, 'svg:script', { 'xlink:href': 'https://evil.example/x.js' }, text(3, run)), isSVG: true },
  ];
  return { attributes, nodes };
}
