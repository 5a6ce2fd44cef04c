/** Describes the values of the chart as a Markdown table, from the schema and the defaults. */

/** One row for each value that is not an object with properties of its own. */
export function describeValues(schema, defaults) {
  const rows = [];
  visit(schema, [], '');
  return ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');

  function visit(node, path, inherited) {
    const resolved = resolve(schema, node);
    const description = node.description ?? resolved.description ?? inherited;
    // The services inherit the values of defaults.
    if (resolved.properties && !(path.length === 1 && isService(node, path[0]))) {
      for (const [name, child] of Object.entries(resolved.properties)) visit(child, [...path, name], description);
      return;
    }
    if (path[0] === 'global') return;
    rows.push(`| \`${path.join('.')}\` | ${toDefault(valueAt(defaults, path))} | ${escape(description)} |`);
  }
}

function isService(node, name) {
  return node.$ref === '#/definitions/service' && name !== 'defaults';
}

function resolve(schema, node) {
  return node.$ref ? schema.definitions[node.$ref.split('/').at(-1)] : node;
}

function valueAt(values, path) {
  return path.reduce((value, name) => value?.[name], values);
}

function toDefault(value) {
  if (value === undefined || value === '' || isEmpty(value)) return '';
  return `\`${escape(typeof value === 'string' ? value : JSON.stringify(value))}\``;
}

function isEmpty(value) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function escape(text) {
  return text.replaceAll('|', String.raw`\|`);
}
