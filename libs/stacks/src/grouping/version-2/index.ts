import { groupBy } from '../by-content.js';
import { FrameKeys } from '../frames.js';
import { normalizeName } from '../function-name.js';
import { normalizeFile } from './file-name.js';
import { parameterize } from './parameterize.js';
import { normalizeScriptFunction } from './script-function.js';

/** V8 records this many frames unless a page asks for more; other engines record many more. */
const V8_FRAMES = 10;

/** Groups the stacks of all browsers alike, and knows more of what a build or a throw varies than the first version. */
export const groupV2 = groupBy({
  frames: new FrameKeys({
    normalizeFile,
    normalizeFunction: (platform, { function: name = '', isUnnamed }) => {
      if (isUnnamed === true) return '';
      return platform === 'javascript' ? normalizeScriptFunction(name) : normalizeName(platform, name);
    },
    leavesOutUnnamed: (platform) => platform === 'javascript',
    maxConsidered: (platform) => (platform === 'javascript' ? V8_FRAMES : Infinity),
  }),
  parameterize,
});
