/** Deeper fields of a schema are not searched. */
const MAX_DEPTH = 4;

/** Everything that a search for an operation looks at, in lower case: names and descriptions of it, its parameters and its fields. */
export function searchText({ method, path, operation }, schemas) {
  const parameters = (operation.parameters ?? []).map((parameter) => schemas.dereference(parameter));
  const bodies = [operation.requestBody, ...Object.values(operation.responses ?? {})].map(
    (part) => part?.content?.['application/json']?.schema,
  );
  return [
    ...[method, path, operation.operationId, operation.summary, operation.description, operation['x-scope']],
    ...(operation.tags ?? []),
    ...parameters.flatMap(({ name, description, schema }) => [name, description, ...(schema?.enum ?? [])]),
    ...bodies.filter(Boolean).flatMap((schema) => fieldTexts(schema, schemas)),
  ]
    .join(' ')
    .toLowerCase();
}

function fieldTexts(schema, schemas, depth = 0) {
  const { properties = {} } = schemas.resolve(schema.type === 'array' ? schema.items : schema);
  if (depth === MAX_DEPTH) return [];
  return Object.entries(properties).flatMap(([name, field]) => [
    name,
    field.description,
    ...fieldTexts(field, schemas, depth + 1),
  ]);
}
