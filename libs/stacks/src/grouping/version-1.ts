import { groupBy } from './by-content.js';
import { normalizeFile } from './file-name.js';
import { FrameKeys } from './frames.js';
import { normalizeName } from './function-name.js';
import { parameterize } from './parameterize.js';

/** Names that symbolication did not show when the first version was the current one. */
const HIDDEN_NAME = /^(?:async |new )?[\w$]{1,2}$/;

/** The first version. Its hashes find the issues that it has created. */
export const groupV1 = groupBy({
  frames: new FrameKeys({
    normalizeFile,
    normalizeFunction: (platform, { function: name = '', isUnnamed }) =>
      isUnnamed === true && HIDDEN_NAME.test(name) ? '' : normalizeName(platform, name),
    leavesOutUnnamed: () => false,
    maxConsidered: () => Infinity,
  }),
  parameterize,
});
