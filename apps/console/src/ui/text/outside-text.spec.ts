import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../../src', import.meta.url));
/** A text that is only isolated can still hide characters. A paragraph of Markdown is isolated as a whole, its parts are outside texts. */
const ISOLATES = ['dashboards/markdown/markdown.tsx', 'ui/text/outside-text.tsx'];

describe('texts from outside', () => {
  it('are shown by no component but the one that makes their control characters visible', () => {
    const isolating = globSync('**/*.tsx', { cwd: SOURCES }).filter((file) =>
      readFileSync(path.join(SOURCES, file), 'utf8').includes('<bdi'),
    );
    assert.deepEqual(isolating.toSorted(), ISOLATES);
  });
});
