/* global document, location, window */
import { element, inline, methodBadge, prose } from './dom.mjs';
import { operationPage } from './operation-page.mjs';
import { Schemas } from './schema.mjs';
import { openSession } from './session.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const content = document.querySelector('#content');
const list = document.querySelector('#operations');
const filter = document.querySelector('#filter');

const api = await (await fetch('/openapi.json')).json();
const schemas = new Schemas(api);
const operations = Object.entries(api.paths ?? {}).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })),
);

document.title = `${api.info.title} reference`;
document.querySelector('#title').textContent = api.info.title;
openSession();
filter.addEventListener('input', showList);
window.addEventListener('hashchange', showPage);
showPage();

function showPage() {
  const id = decodeURIComponent(location.hash.slice(2));
  const found = operations.find(({ operation }) => operation.operationId === id);
  content.replaceChildren(found ? operationPage(found, schemas) : overview());
  content.scrollTo(0, 0);
  showList();
}

function showList() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = operations.filter(({ method, path, operation }) => {
    const text = `${method} ${path} ${operation.operationId} ${operation.summary ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Object.entries(Object.groupBy(matching, ({ operation }) => groupName(operation)));
  list.replaceChildren(
    ...groups
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([tag, members]) =>
        element('section', {}, element('h2', {}, tag), element('ul', {}, members.map(listItem))),
      ),
    ...(matching.length === 0 ? [element('p.quiet', {}, 'No matching operations.')] : []),
  );
}

/** Converts a tag such as `SavedSearches` to words; operations without a tag are grouped by interface. */
function groupName({ tags = [], servers }) {
  if (tags.length === 0) return servers ? 'Ingestion' : 'Service';
  const words = tags[0].replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/^Api\b/, 'API');
}

function listItem({ method, operation }) {
  const href = `#/${encodeURIComponent(operation.operationId)}`;
  const [, name = operation.operationId] = operation.operationId.split('.');
  return element(
    'li',
    {},
    element(
      'a',
      { href, title: operation.summary, 'aria-current': href === location.hash && 'page' },
      methodBadge(method),
      element('span', {}, name.replaceAll('_', ' ')),
    ),
  );
}

function overview() {
  const rows = operations.map(({ method, path, operation }) =>
    element(
      'tr',
      {},
      element('td', {}, methodBadge(method)),
      element(
        'td',
        {},
        element('a', { href: `#/${encodeURIComponent(operation.operationId)}` }, element('code', {}, path)),
      ),
      element('td', {}, inline(operation.summary)),
    ),
  );
  return element(
    'article',
    {},
    element('h1', {}, api.info.title),
    prose(api.info.description),
    element('h2', {}, 'First request'),
    element('pre', {}, `curl -H "X-Svc-API-Key: $SVC_API_KEY" ${location.origin}/api/v1/account`),
    element('h2', {}, 'Errors'),
    element(
      'p',
      {},
      'Every error response is one JSON object. ',
      element('code', {}, 'details'),
      ' lists the invalid fields; a response never contains the invalid value.',
    ),
    element(
      'pre',
      {},
      JSON.stringify(
        {
          error: 'invalid_request',
          message: 'The request is invalid.',
          details: [{ path: 'limit', reason: 'must be greater than or equal to 1' }],
        },
        null,
        2,
      ),
    ),
    element('h2', {}, 'Operations'),
    element('table', {}, element('tbody', {}, rows)),
    element(
      'p',
      {},
      'This page shows the OpenAPI document ',
      element('a', { href: '/openapi.json' }, 'openapi.json'),
      '.',
    ),
  );
}
