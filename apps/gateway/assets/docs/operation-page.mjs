import { element, inline, methodBadge, prose } from './dom.mjs';
import { tryIt } from './try-it.mjs';

/** Renders the description of one operation with a form to send it. */
export function operationPage({ method, path, operation }, schemas) {
  // The page has one input for project_id, at the top.
  const declared = (operation.parameters ?? []).map((parameter) => schemas.dereference(parameter));
  const parameters = declared.filter((parameter) => parameter.name !== 'project_id');
  const takesProject = declared.length > parameters.length;
  const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
  return element(
    'article.operation',
    {},
    element('h1', {}, operation.summary ?? operation.operationId),
    element('p.address', {}, methodBadge(method), element('code', {}, path)),
    element(
      'div.split',
      {},
      element(
        'div.about-operation',
        {},
        prose(operation.description),
        facts(operation),
        parameters.length > 0 && [element('h2', {}, 'Parameters'), parameterList(parameters, schemas)],
        bodySchema && [element('h2', {}, 'Body'), schemas.fields(bodySchema)],
        exampleRequest({ method, path, operation }, parameters),
        element('h2', {}, 'Responses'),
        Object.entries(operation.responses ?? {}).map(([status, response]) =>
          answer(status, schemas.dereference(response), schemas),
        ),
      ),
      isCallable(operation)
        ? tryIt({
            method,
            path,
            parameters,
            takesProject,
            body: operation.requestBody?.content['application/json'],
            schemas,
          })
        : elsewhere(operation),
    ),
  );
}

/** Whether the form can send the operation: not to another origin, not with a binary body, and not for a stream. */
function isCallable({ servers, requestBody, responses }) {
  const streams = Object.values(responses ?? {}).some(({ content }) => EVENT_STREAM in (content ?? {}));
  return !streams && servers === undefined && (requestBody === undefined || 'application/json' in requestBody.content);
}

const EVENT_STREAM = 'text/event-stream';

function elsewhere({ servers, requestBody }) {
  const types = Object.keys(requestBody?.content ?? {});
  return element(
    'aside.try',
    {},
    element('h3', {}, 'Called by programs'),
    servers &&
      element('p', {}, servers[0].description, ' Default: ', element('code', {}, serverAddress(servers[0])), '.'),
    types.length > 0 &&
      element(
        'p',
        {},
        'Takes ',
        types.map((type) => [element('code', {}, type), ' ']),
      ),
  );
}

function serverAddress({ url, variables = {} }) {
  return url.replace(/\{(\w+)\}/g, (_, name) => variables[name]?.default ?? '');
}

function facts(operation) {
  const scope = operation['x-scope'];
  return element(
    'p.facts',
    {},
    element('code', {}, operation.operationId),
    scope && element('span', {}, 'needs the scope ', element('code', {}, scope)),
  );
}

function parameterList(parameters, schemas) {
  const items = parameters.map((parameter) =>
    element(
      'li',
      {},
      element(
        'div.head',
        {},
        element('code.name', {}, parameter.name),
        element('span.type', {}, `${schemas.typeName(parameter.schema)} · ${parameter.in}`),
        parameter.required && element('span.required', {}, 'required'),
      ),
      element(
        'div.about',
        {},
        inline(parameter.description),
        ' ',
        schemas.limits(parameter.schema, parameter.description),
      ),
    ),
  );
  return element('ul.fields', {}, items);
}

function answer(status, response, schemas) {
  const isSuccess = status.startsWith('2');
  const number = element(`b.${isSuccess ? 'good' : 'bad'}`, {}, status);
  const lines = (response.description ?? '').split(/\n+/);
  const { schema, example } = response.content?.['application/json'] ?? {};
  if (isSuccess && schema) {
    return element(
      'details.answer-line',
      { open: true },
      element('summary', {}, number, ' ', inline(lines[0])),
      example !== undefined && exampleBlock('Example', example),
      schemas.fields(schema),
    );
  }
  return element(
    'div.answer-line.failure',
    {},
    number,
    element(
      'div',
      {},
      lines.map((line) => element('div', {}, inline(line))),
    ),
  );
}

/** The request that the example response was recorded with. */
function exampleRequest({ method, path, operation }, parameters) {
  const body = operation.requestBody?.content?.['application/json']?.example;
  const given = parameters.filter(({ example }) => example !== undefined);
  if (body === undefined && given.length === 0) return undefined;
  const target = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((whole, { name, example }) => whole.replace(`{${name}}`, encodeURIComponent(example)), path);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent([example].flat().join(','))}`)
    .join('&');
  const line = `${method.toUpperCase()} ${target}${query === '' ? '' : `?${query}`}`;
  return [
    element('h2', {}, 'Example request'),
    element('pre', {}, [line, ...(body === undefined ? [] : ['', pretty(body)])].join('\n')),
  ];
}

function exampleBlock(title, example) {
  return element('details', { open: true }, element('summary', {}, title), element('pre', {}, pretty(example)));
}

const pretty = (value) => JSON.stringify(value, null, 2);
