import { absentEvidence, toEvidence } from '../evidence/evidence.js';
import { flagsPath, releasesPath, tracesPath } from '../evidence/links.js';
import type { AttributeFacts, FactParameters } from '../facts/facts.js';
import { toAttributeEntity } from '../signals/attribute-entity.js';
import { separating } from '../signals/change-fit.js';
import { entityKey, service } from '../signals/signal.js';
import { digits, formatShare, formatTime, nameOf, quote } from '../signals/texts.js';
import type { Check } from './check.js';

/** The most attribute values that evidence is kept of. */
const MAX_VALUES = 5;

/** Reads the changes before the onset: the abnormal window is the time in which a change can be a cause. */
export const CHANGES: Check<'changes'> = {
  name: 'changes',
  reading: 'changes',
  kinds: ['change'],
  scopes: ['releases:read', 'flags:read'],
  text: 'Looks for releases and flags that changed before the onset',
  interpret(changes, parameters, source) {
    if (changes.length === 0) {
      const title = 'No release was deployed and no flag changed in the half hour before the onset';
      return { signals: [], evidence: [absentEvidence('change', title, releasesPath(), source)] };
    }
    const evidence = changes.slice(0, 20).map(({ entity, at, services, environment }) =>
      toEvidence(
        {
          kind: 'change',
          about: entityKey(entity),
          title: `The ${entity.type} ${nameOf(entity.name)} changed at ${formatTime(at)}${services.length > 0 ? ` (${services.slice(0, 3).map(nameOf).join(', ')})` : ''}`,
          finding: 'present',
          entities: [entity],
          rows: [
            {
              type: entity.type,
              name: entity.name,
              at: new Date(at).toISOString(),
              services: services.slice(0, 20).join(', '),
              environment: environment ?? null,
            },
          ],
          path: entity.type === 'flag' ? flagsPath() : releasesPath(),
        },
        { ...source, scopes: [entity.type === 'flag' ? 'flags:read' : 'releases:read'] },
      ),
    );
    return { signals: [], evidence };
  },
};

/** What the bad requests are called. */
function badRequests({ isOfSubject }: AttributeFacts, { slowerThanMs, issueId }: FactParameters): string {
  const bad = slowerThanMs === undefined ? 'failed requests' : 'slow requests';
  if (!isOfSubject) return bad;
  return issueId === undefined ? `${bad} of the person` : 'requests with the issue';
}

/** Attribute values that tell bad requests from good ones. */
export const ATTRIBUTES: Check<'attributes'> = {
  name: 'attributes',
  reading: 'attributes',
  kinds: ['attribute'],
  scopes: ['traces:read'],
  text: 'Looks for attributes that tell bad requests from good ones',
  interpret(facts, parameters, source) {
    const found = separating(facts).slice(0, MAX_VALUES);
    const bad = badRequests(facts, parameters);
    if (found.length === 0) {
      const title = `No attribute value is much more frequent among the ${bad} than among the others`;
      return { signals: [], evidence: [absentEvidence('attribute', title, tracesPath(parameters), source)] };
    }
    const evidence = found.map((lift) =>
      toEvidence(
        {
          kind: 'attribute',
          about: `${lift.service} ${lift.key}=${lift.value}`,
          title: `${quote(`${lift.key}=${lift.value}`)} is on ${formatShare(lift.badShare)} of the ${bad} and on ${formatShare(lift.goodShare)} of the others`,
          finding: 'present',
          entities: [toAttributeEntity(lift.key, lift.value), service(lift.service)],
          rows: [
            {
              key: lift.key,
              value: lift.value,
              bad_share: lift.badShare,
              good_share: lift.goodShare,
              lift: Number(digits(lift.lift)),
            },
          ],
          path: tracesPath(parameters, service(lift.service)),
        },
        source,
      ),
    );
    return { signals: [], evidence };
  },
};
