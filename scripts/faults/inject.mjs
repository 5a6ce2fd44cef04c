/**
 * Imported into every process of a run of specs: changes one comparison of one compiled file while it is loaded. Nothing on the disk
 * changes.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { compiled, from, to, seen } = JSON.parse(process.env.SVC_FAULT);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.split('?', 1)[0].endsWith(`/${compiled}`)) return loaded;
    const source = String(loaded.source);
    if (source.split(from).length !== 2) throw new Error(`${from} is not once in ${compiled}`);
    appendFileSync(seen, 'loaded\n');
    return { ...loaded, source: source.replace(from, () => to) };
  },
});
