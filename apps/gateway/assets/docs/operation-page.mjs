import { element, inline, methodBadge, prose } from './dom.mjs';
import { tryIt } from './try-it.mjs';

/** Everything the document says about one operation, with a form to send it. */
export function operationPage({ method, path, operation }, schemas) {
  // project_id is typed once, at the top of the page.
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.name !== 'project_id');
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
        element('h2', {}, 'Answers'),
        Object.entries(operation.responses ?? {}).map(([status, response]) => answer(status, response, schemas)),
      ),
      tryIt({ method, path, operation, parameters, bodySchema, schemas }),
    ),
  );
}

function facts(operation) {
  const scopes = (operation.security ?? []).flatMap((requirement) => Object.values(requirement).flat());
  const scope = operation['x-scope'] ?? [...new Set(scopes)].join(', ');
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
  const schema = response.content?.['application/json']?.schema;
  const isSuccess = status.startsWith('2');
  const head = [element(`b.${isSuccess ? 'good' : 'bad'}`, {}, status), ' ', inline(response.description)];
  if (!schema) return element('p.answer-line', {}, head);
  return element('details.answer-line', { open: isSuccess }, element('summary', {}, head), schemas.fields(schema));
}
