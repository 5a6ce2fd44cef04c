/* global location, navigator, performance, window */
import { element } from './dom.mjs';
import { session } from './session.mjs';

/** Creates a form that sends the operation and shows the response. */
export function tryIt({ method, path, parameters, takesProject, body: content, schemas }) {
  const inputs = new Map();
  const rows = parameters.map((parameter) => {
    const input = parameterInput(parameter, schemas);
    inputs.set(parameter, input);
    return element(
      'label',
      {},
      element('span', {}, parameter.name, parameter.required && element('b', {}, ' *')),
      input,
    );
  });
  const body = content?.schema && element('textarea', { rows: 10, spellcheck: 'false', 'aria-label': 'Body' });
  if (body) body.value = JSON.stringify(content.example ?? schemas.example(content.schema), null, 2);
  const answer = element('div.answer', { 'aria-live': 'polite' });
  const request = () => buildRequest({ method, path, takesProject, inputs, body });
  const send = async (event) => {
    event.preventDefault();
    answer.replaceChildren(element('p.quiet', {}, 'Sending…'));
    answer.replaceChildren(...(await exchange(request())));
  };
  const copy = async ({ target }) => {
    await navigator.clipboard.writeText(curl(request()));
    target.textContent = 'Copied';
  };
  const form = element(
    'form',
    { onsubmit: send, autocomplete: 'off' },
    rows,
    body && element('label.body', {}, element('span', {}, 'Body'), body),
    element(
      'div.actions',
      {},
      element('button.primary', { type: 'submit' }, 'Send'),
      element('button', { type: 'button', onclick: copy }, 'Copy as curl'),
    ),
    answer,
  );
  // A wide window has room for the form beside the description; in a narrow one, the form opens on demand.
  const isBeside = window.matchMedia('(min-width: 70rem)').matches;
  return element('details.try', { open: isBeside }, element('summary', {}, 'Try it'), form);
}

/** A menu where the document lists the values, otherwise a field. */
function parameterInput({ schema, example }, schemas) {
  const choices = schema?.type === 'boolean' ? ['true', 'false'] : schemas.resolve(schema).enum;
  if (choices) {
    const options = ['', ...choices].map((value) => element('option', { value }, value));
    return element('select', {}, options);
  }
  const kind = schema?.type === 'array' ? 'comma-separated' : schemas.typeName(schema);
  return element('input', { type: 'text', placeholder: example ?? kind, spellcheck: 'false' });
}

function buildRequest({ method, path, takesProject, inputs, body }) {
  const url = new URL(path, location.origin);
  let pathname = path;
  for (const [parameter, input] of inputs) {
    const value = input.value.trim();
    if (parameter.in === 'path') pathname = pathname.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== '') url.searchParams.append(parameter.name, value);
  }
  url.pathname = pathname;
  if (takesProject && session.projectId !== '') url.searchParams.set('project_id', session.projectId);
  const headers = {};
  if (session.apiKey !== '') headers['X-Svc-API-Key'] = session.apiKey;
  if (body) headers['Content-Type'] = 'application/json';
  return { url, method: method.toUpperCase(), headers, body: body?.value };
}

async function exchange({ url, ...init }) {
  const started = performance.now();
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    const elapsed = Math.round(performance.now() - started);
    const kind = response.ok ? 'good' : 'bad';
    const requestId = response.headers.get('x-request-id') ?? '';
    return [
      element(
        'p.outcome',
        {},
        element(`b.${kind}`, {}, `${response.status} ${response.statusText}`),
        ` in ${elapsed} ms`,
        element('span.quiet', {}, requestId),
      ),
      element('pre', {}, pretty(text)),
    ];
  } catch {
    return [element('p.outcome', {}, element('b.bad', {}, 'No response'), ' The service could not be reached.')];
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Omits the key, because copied commands get pasted elsewhere. */
function curl({ url, method, headers, body }) {
  const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = [`curl -X ${method} ${quote(url.href)}`];
  if (headers['X-Svc-API-Key']) parts.push('-H "X-Svc-API-Key: $SVC_API_KEY"');
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quote(body)}`);
  return parts.join(' \\\n  ');
}
