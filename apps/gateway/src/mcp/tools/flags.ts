import type { JsonObject } from '@svc/contract';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { objectOf, pick } from '../tool/rows.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const explainFlag = defineTool({
  name: 'explain_flag',
  title: 'Explain the decision of a feature flag',
  description:
    'Evaluates one feature flag for a person and explains the decision: value, reason, the condition that matched and the values that it ' +
    'compared. Properties and groups override what is stored. No exposure is recorded.',
  scopes: ['flags:evaluate'],
  input: {
    ...PROJECT,
    flag_key: z.string().min(1).max(200),
    distinct_id: z.string().min(1).max(200).describe('A distinct ID of the person.'),
    person_properties: z.looseObject({}).optional(),
    groups: z.record(z.string(), z.string()).optional().describe('Group key by group type.'),
  },
  run: async ({ flag_key: key, distinct_id, person_properties, groups }, context) => {
    const flag = await context.part('flags.get', { flag_key: key });
    const { json } = await context.read('flags.decide', {
      distinct_id,
      flag_keys: [key],
      person_properties: person_properties as JsonObject | undefined,
      groups,
      include_reasons: true,
      explain: true,
      send_exposure: false,
    });
    const decision = objectOf(objectOf(json, 'flags'), key);
    const isDecided = Object.keys(decision).length > 0;
    return {
      summary: [
        isDecided
          ? `The flag is ${decision['enabled'] === true ? 'on' : 'off'} for the person.`
          : 'There is no decision: the project has no such flag, or what it depends on could not be read.',
      ],
      sections: [
        {
          name: 'decision',
          source: 'feature flags',
          rows: isDecided
            ? [pick(decision, ['enabled', 'variant', 'payload', 'reason', 'version', 'explanation'])]
            : [],
        },
        {
          name: 'flag',
          source: 'feature flags',
          rows: flag
            ? [
                pick(flag.json, [
                  'key',
                  'name',
                  'active',
                  'type',
                  'variants',
                  'filters',
                  'requires',
                  'updated_at',
                  'version',
                ]),
              ]
            : [],
        },
      ],
      next: [nextAction('readChanges')],
    };
  },
});
