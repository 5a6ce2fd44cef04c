import { element, hostileMarkup, text, type MarkupNode } from '@svc/replay/testing';

/** Sets a mark on the page that mounts the player, and opens a dialog. */
export const RUN = 'alert(top.ran=1)';

export interface Vector {
  readonly name: string;
  /** The node with the ID 2, and those below it. */
  readonly node: MarkupNode;
  /** What the page then does: the data of mutations. */
  readonly later?: readonly object[];
}

const svg = (node: MarkupNode): MarkupNode => ({ ...node, isSVG: true });
const css = (text: string): MarkupNode => element(2, 'style', { _cssText: text });
const styled = (style: string): MarkupNode =>
  element(2, 'div', { style: `width:9px;height:9px;${style}` }, text(3, 'x'));

/** Nodes that make a browser contact the host in their address, apart from those that only a click would make. */
function contactingNodes(url: string): Readonly<Record<string, MarkupNode>> {
  const link = (rel: string, more: object = {}) => element(2, 'link', { rel, href: url, ...more });
  return {
    preconnect: link('preconnect'),
    'dns-prefetch': link('dns-prefetch'),
    prefetch: link('prefetch'),
    'prefetch-document': link('prefetch', { as: 'document' }),
    preload: link('preload', { as: 'image' }),
    modulepreload: link('modulepreload'),
    prerender: link('prerender'),
    dictionary: link('compression-dictionary'),
    manifest: link('manifest'),
    icon: link('icon'),
    stylesheet: link('stylesheet'),
    'alternate-stylesheet': link('alternate stylesheet', { title: 'a' }),
    import: css(`@import "${url}";`),
    font: element(
      2,
      'p',
      { style: 'font-family:F' },
      { ...css(`@font-face{font-family:F;src:url(${url})}`), id: 3 },
      text(4, 'x'),
    ),
    background: styled(`background:url(${url})`),
    'image-set': styled(`background:image-set("${url}" 1x)`),
    escaped: styled(`background:\\75 rl(${url})`),
    'border-image': styled(`border-image:url(${url}) 1`),
    mask: styled(`mask:url(${url})`),
    'clip-path': styled(`clip-path:url(${url}#a)`),
    filter: styled(`filter:url(${url}#a)`),
    content: styled(`content:url(${url})`),
    'list-style': styled(`display:list-item;list-style-image:url(${url})`),
    'shape-outside': styled(`float:left;shape-outside:url(${url})`),
    exfiltration: element(2, 'div', {}, element(3, 'input', { value: 'abc' }), {
      ...css(`input[value^="a"]{background:url(${url})}`),
      id: 4,
    }),
    image: element(2, 'img', { src: url }),
    'image-named-otherwise': element(2, 'image', { src: url }),
    srcset: element(2, 'img', { srcset: `${url} 1x` }),
    picture: element(2, 'picture', {}, element(3, 'source', { srcset: url }), element(4, 'img')),
    attribution: element(2, 'img', { attributionsrc: url, src: 'data:,' }),
    button: element(2, 'input', { type: 'image', src: url }),
    'body-background': element(2, 'body', { background: url }),
    'table-background': element(
      2,
      'table',
      { background: url },
      element(3, 'tr', {}, element(4, 'td', {}, text(5, 'x'))),
    ),
    'canvas-image': element(2, 'canvas', { rr_dataURL: url }),
    'image-data': element(2, 'img', { rr_dataURL: url }),
    video: element(2, 'video', { src: url, autoplay: '' }),
    'video-playing': element(2, 'video', { src: url, rr_mediaState: 'played' }),
    poster: element(2, 'video', { poster: url }),
    audio: element(2, 'audio', { src: url, preload: 'auto' }),
    track: element(2, 'video', {}, element(3, 'track', { src: url, default: '' })),
    frame: element(2, 'iframe', { src: url }),
    'lazy-frame': element(2, 'iframe', { src: url, loading: 'lazy' }),
    'frame-of-a-set': element(2, 'frameset', {}, element(3, 'frame', { src: url })),
    object: element(2, 'object', { data: url }),
    embed: element(2, 'embed', { src: url }),
    'frame-in-a-document': element(2, 'iframe', { srcdoc: `<img src="${url}"><link rel=preconnect href="${url}">` }),
    refresh: element(2, 'meta', { 'http-equiv': 'refresh', content: `0;url=${url}` }),
    pragma: element(2, 'meta', { 'HTTP-Equiv': 'Refresh', content: `0; ${url}` }),
    'svg-image': element(2, 'svg', {}, svg(element(3, 'image', { href: url, width: '9', height: '9' }))),
    'svg-use': svg(element(2, 'svg', {}, svg(element(3, 'use', { 'xlink:href': `${url}#a` })))),
    'svg-filter': svg(
      element(2, 'svg', {}, svg(element(3, 'filter', { id: 'f' }, svg(element(4, 'feImage', { href: url }))))),
    ),
    'svg-fill': svg(element(2, 'svg', {}, svg(element(3, 'rect', { fill: `url(${url}#a)`, width: '9', height: '9' })))),
    'svg-script': svg(element(2, 'svg', {}, svg(element(3, 'script', { href: url })))),
    script: element(2, 'script', { src: url }),
    module: element(2, 'script', { type: 'module', src: url }),
    speculation: element(2, 'script', { type: 'speculationrules' }, text(3, `{"prefetch":[{"urls":["${url}"]}]}`)),
    form: element(2, 'form', { action: url }, element(3, 'input', { type: 'submit', autofocus: '' })),
    dialog: element(2, 'dialog', { open: '', rr_open_mode: 'modal' }, element(3, 'img', { src: url })),
    shadow: { ...element(2, 'div', {}, { ...element(3, 'img', { src: url }), isShadow: true }), isShadowHost: true },
  };
}

/** Frames that get an address later, in changes by which a player could take them for something else. */
function changedFrames(urlOf: (name: string) => string): Vector[] {
  const change = (name: string, id: unknown) => {
    const url = urlOf(name);
    return { attributes: [{ id, attributes: { src: url, srcdoc: `<link rel=preconnect href="${url}">` } }] };
  };
  // No node has this ID, so the player of rrweb cannot add it, and the frame stays.
  const addedNowhere = (tagName: string) => ({
    adds: [{ parentId: 999_999, nextId: null, node: element(2, tagName) }],
  });
  return [
    {
      name: 'frame-with-a-text-as-id',
      node: { ...element(2, 'iframe'), id: '7' },
      later: [change('frame-with-a-text-as-id', '7')],
    },
    ...['img', 'video'].map((tagName) => {
      const name = `frame-with-the-id-of-${tagName}`;
      return { name, node: element(2, 'iframe'), later: [addedNowhere(tagName), change(name, 2)] };
    }),
  ];
}

/** Vectors that contact a host, each with its own address. */
export function contacting(urlOf: (name: string) => string): Vector[] {
  const names = Object.keys(contactingNodes(''));
  const nodes = names.map((name) => ({ name, node: contactingNodes(urlOf(name))[name] as MarkupNode }));
  return [...nodes, ...changedFrames(urlOf)];
}

/** Vectors that send a request to the origin of the player, by which a recording could act for whoever watches it. */
export function requestingOwnOrigin(): Vector[] {
  return contacting(() => '/api/v1/users/me').map((vector) => ({ ...vector, name: `own-${vector.name}` }));
}

/** Vectors that run a script. */
export function running(): Vector[] {
  const { attributes, nodes } = hostileMarkup(RUN);
  return [...attributes.map(([tagName, set]) => element(2, tagName, set)), ...nodes].map((node, index) => ({
    name: `script-${index}`,
    node,
  }));
}
