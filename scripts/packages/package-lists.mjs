/** Renders the lists of packages for the documentation. Each function takes packages as `readPackages` returns them. */

const WIDTH = 120;
/** Its folders are families of domains, so the list names the domains too. */
const APP_OF_FAMILIES = 'apps/query';

/**
 * A block of code with one line for each package: its path and its description.
 *
 * @throws Error if a package has no description.
 */
export function describePackages(packages) {
  const indent = Math.max(...packages.map(({ path }) => path.length)) + 2;
  const entries = packages.map(({ path, description }) => {
    if (!description) throw new Error(`${path}/package.json has no description`);
    return wrap(description, WIDTH - indent)
      .map((line, index) => (index === 0 ? path : '').padEnd(indent) + line)
      .join('\n');
  });
  return ['```', ...entries, '```'].join('\n');
}

/** A list of the apps with the folders of each, except standalone, which has no folders. */
export function listFolders(packages) {
  return packages
    .filter(({ path, folders }) => path.startsWith('apps/') && folders.length > 0)
    .map(({ path, folders }) => {
      const families = folders.filter((folder) => !folder.includes('/'));
      const names = families.map((family) => {
        const domains = path === APP_OF_FAMILIES ? folders.filter((folder) => folder.startsWith(`${family}/`)) : [];
        const inside = domains.map((folder) => `\`${folder.slice(family.length + 1)}\``).join(', ');
        return inside === '' ? `\`${family}\`` : `\`${family}\` (${inside})`;
      });
      return wrap(`- \`${path}\`: ${names.join(', ')}`, WIDTH - 2).join('\n  ');
    })
    .join('\n');
}

/**
 * A list of the layers with the libraries of each.
 *
 * @throws Error if a library has no tag of a layer.
 */
export function listLayers(packages) {
  const layers = new Map();
  for (const { path, layer } of packages.filter((each) => each.path.startsWith('libs/'))) {
    if (layer === undefined) throw new Error(`${path}/package.json has no tag of a layer`);
    layers.set(layer, [...(layers.get(layer) ?? []), `\`${path.slice('libs/'.length)}\``]);
  }
  return [...layers.keys()]
    .toSorted()
    .map((layer) => wrap(`- ${layer}: ${layers.get(layer).join(', ')}`, WIDTH - 2).join('\n  '))
    .join('\n');
}

/**
 * Replaces the text between `<!-- <name> -->` and `<!-- end -->`.
 *
 * @throws Error if the page does not have these markers.
 */
export function replaceSection(page, name, text) {
  const place = new RegExp(`(<!-- ${name} -->\n\n)[^]*?(<!-- end -->)`);
  if (!place.test(page)) throw new Error(`no section "${name}" between markers`);
  return page.replace(place, (_, begin, end) => `${begin}${text}\n\n${end}`);
}

function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
