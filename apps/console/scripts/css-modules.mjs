import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A class in a selector; numbers such as `.5rem` do not begin with a letter. */
const CLASS = /\.(?=[a-z])([\w-]+)/gi;
const COMMENT = /\/\*[\s\S]*?\*\//g;

/**
 * A plugin that turns an import of `row.module.css` into a module with its class names, and keeps the styles. The class `level` becomes
 * `row_level`, so the files need different names, and pages stay legible in the tools of a browser.
 */
export function cssModules(root) {
  const styles = new Map();
  const plugin = {
    name: 'css-modules',
    setup(build) {
      build.onLoad({ filter: /\.module\.css$/ }, ({ path: file }) => {
        const prefix = path.basename(file, '.module.css');
        const other = [...styles.keys()].find(
          (known) => known !== file && path.basename(known) === path.basename(file),
        );
        if (other !== undefined) return { errors: [{ text: `${path.relative(root, other)} has the same name` }] };
        const names = new Set();
        const text = readFileSync(file, 'utf8').replace(COMMENT, '');
        styles.set(
          file,
          text.replace(CLASS, (_, name) => {
            names.add(name);
            return `.${prefix}_${name}`;
          }),
        );
        const classes = Object.fromEntries([...names].map((name) => [name, `${prefix}_${name}`]));
        return { contents: JSON.stringify(classes), loader: 'json' };
      });
    },
  };
  return { plugin, styles: () => [...styles].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text) };
}
