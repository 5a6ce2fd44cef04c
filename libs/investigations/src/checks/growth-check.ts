import { absentEvidence, toEvidence } from '../evidence/evidence.js';
import { tracesPath } from '../evidence/links.js';
import { toAttributeEntity } from '../signals/attribute-entity.js';
import { growing } from '../signals/growth.js';
import { service } from '../signals/signal.js';
import { digits, formatShare, nameOf, quote } from '../signals/texts.js';
import type { Check } from './check.js';

/** The most attribute values that evidence is kept of. */
const MAX_VALUES = 5;

/** Attribute values to which it is due that a service has more requests. */
export const GROWTH: Check<'shares'> = {
  name: 'growth',
  reading: 'shares',
  kinds: ['attribute'],
  scopes: ['traces:read'],
  text: 'Looks for attributes that most of the additional requests have',
  interpret(facts, parameters, source) {
    const found = growing(facts).slice(0, MAX_VALUES);
    if (found.length === 0) {
      const title = 'No attribute value has most of the additional requests';
      return { signals: [], evidence: [absentEvidence('attribute', title, tracesPath(parameters), source)] };
    }
    const evidence = found.map((lift) =>
      toEvidence(
        {
          kind: 'attribute',
          about: `${lift.service} ${lift.key}=${lift.value}`,
          title: `${quote(`${lift.key}=${lift.value}`)} is on ${formatShare(lift.badShare)} of the additional requests of ${nameOf(lift.service)} and was on ${formatShare(lift.goodShare)} of those before`,
          finding: 'present',
          entities: [toAttributeEntity(lift.key, lift.value), service(lift.service)],
          rows: [
            {
              key: lift.key,
              value: lift.value,
              additional_share: lift.badShare,
              share_before: lift.goodShare,
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
