/* global document, location, window */
import { element, inline, methodBadge, prose } from './dom.mjs';
import { operationPage } from './operation-page.mjs';
import { Schemas } from './schema.mjs';
import { searchText } from './search-text.mjs';
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
const texts = new Map(operations.map((entry) => [entry, searchText(entry, schemas)]));
const wide = window.matchMedia('(min-width: 48rem)');
const folds = document.querySelectorAll('details.fold');

document.title = `${api.info.title} reference`;
document.querySelector('#title').textContent = api.info.title;
openSession();
filter.addEventListener('input', showList);
window.addEventListener('hashchange', showPage);
wide.addEventListener('change', fold);
showPage();

/** The list and the credential are always open where there is room for them, and closed after every choice elsewhere. */
function fold() {
  for (const part of folds) part.open = wide.matches;
}

function showPage() {
  fold();
  const id = decodeURIComponent(location.hash.slice(2));
  const found = operations.find(({ operation }) => operation.operationId === id);
  content.replaceChildren(found ? operationPage(found, schemas) : overview());
  content.scrollTo(0, 0);
  if (!wide.matches) window.scrollTo(0, 0);
  showList();
}

function showList() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = operations.filter((entry) => words.every((word) => texts.get(entry).includes(word)));
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
  return element(
    'li',
    {},
    element(
      'a',
      { href, title: operation.operationId, 'aria-current': href === location.hash && 'page' },
      methodBadge(method),
      element('span', {}, operation.summary),
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
    prose(api.info.description.replaceAll('{origin}', location.origin)),
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
