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
        prose(furtherText(operation)),
        facts(operation),
        parameters.length > 0 && [element('h2', {}, 'Parameters'), parameterList(parameters, schemas)],
        bodySchema && [element('h2', {}, 'Body'), schemas.fields(bodySchema)],
        element('h2', {}, 'Answers'),
        Object.entries(operation.responses ?? {}).map(([status, response]) =>
          answer(status, schemas.dereference(response), schemas),
        ),
      ),
      isCallable(operation)
        ? tryIt({ method, path, parameters, takesProject, bodySchema, schemas })
        : elsewhere(operation),
    ),
  );
}

/** Returns the description without its first sentence, which is the title. */
function furtherText({ summary = '', description = '' }) {
  return description.startsWith(summary) ? description.slice(summary.length).replace(/^\.\s*/, '') : description;
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
      element('div.about', {}, inline(parameter.description), ' ', schemas.limits(parameter.schema)),
    ),
  );
  return element('ul.fields', {}, items);
}

function answer(status, response, schemas) {
  const isSuccess = status.startsWith('2');
  const number = element(`b.${isSuccess ? 'good' : 'bad'}`, {}, status);
  const lines = (response.description ?? '').split(/\n+/);
  const schema = response.content?.['application/json']?.schema;
  if (isSuccess && schema) {
    return element(
      'details.answer-line',
      { open: true },
      element('summary', {}, number, ' ', inline(lines[0])),
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
