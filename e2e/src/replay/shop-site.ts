import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a visitor types, or what fields already have; none of it may leave the browser. */
export const SECRETS = [
  'typed-name-7731',
  'hunter2-password',
  'hidden-token-5521',
  'area-text-8842',
  'inner-text-3310',
];
export const NOTE = 'note-in-an-editable-element';

/** A page with everything that is hard to record: an inner page, a shadow tree, rules that a script adds, and fields. */
const BODY = `
<h1>Cart of the shop</h1>
<form><input id="name" /><input id="password" type="password" /><input type="hidden" value="hidden-token-5521" />
<textarea id="area"></textarea></form>
<div id="note" contenteditable="true"></div>
<p class="rr-block">blocked-words</p><p class="rr-mask">masked-words</p>
<div id="host"></div><iframe id="inner" srcdoc="<p>inner page</p><input id='field'>"></iframe>
<button id="add">Add</button><button id="fail">Fail</button><a id="next" href="/next">Next</a><a id="other" href="/other">Other</a>
<script>
  document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<p>shadow tree</p>';
  const sheet = document.head.appendChild(document.createElement('style')).sheet;
  document.querySelector('#add').addEventListener('click', () => {
    document.body.append(Object.assign(document.createElement('p'), { textContent: 'item added' }));
    sheet.insertRule('.added-rule { color: red }');
  });
  document.querySelector('#fail').addEventListener('click', () => { throw new RangeError('the cart is broken'); });
</script>`;

export interface ShopSite {
  readonly origin: string;
  /** The script element of the recorder, which every page but `/other` has. */
  script: string;
  /** Scripts of the site by their paths. */
  readonly files: Map<string, string>;
  stop(): Promise<void>;
}

export async function serveShopSite(): Promise<ShopSite> {
  const server = createServer((request, response) => {
    const file = site.files.get(request.url ?? '');
    if (file !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(file);
    const script = request.url === '/other' ? '' : site.script;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Shop</title>${script}${BODY}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site: ShopSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: '',
    files: new Map(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
